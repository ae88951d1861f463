#!/bin/sh
# Makes a certificate for a table, the hub or the broker, and at the first time the authority that vouches
# for all of them:
#
#   certificate.sh FOLDER NAME [ADDRESS]...
#
# NAME is the table's name at the hub; "hub" is the hub's. The broker's needs the addresses at which it is
# reached. Keep FOLDER on one machine: who has authority.key can speak for any table.
set -eu
umask 077
if [ $# -lt 2 ]; then
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
folder=$1
name=$2
shift 2
case $name in
*[!A-Za-z0-9._-]* | [!A-Za-z0-9]* | authority) echo "$name cannot be a name here" >&2 && exit 2 ;;
esac
mkdir -p "$folder"
cd "$folder"
new_key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
if [ ! -f authority.key ]; then
    # shellcheck disable=SC2086  # several words
    openssl req -x509 $new_key -days 3650 -subj "/CN=Club night" -addext "keyUsage=critical,keyCertSign,cRLSign" \
        -keyout authority.key -out authority.pem 2>/dev/null
fi
# Python from 3.13 on wants to be told what a certificate is for, and who has made it.
names="basicConstraints=CA:FALSE
keyUsage=critical,digitalSignature
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid"
for address in "$@"; do
    case $address in
    *:*) kind=IP ;;
    *[!0-9.]*) kind=DNS ;;
    *) kind=IP ;;
    esac
    case $names in
    *subjectAltName*) names="$names,$kind:$address" ;;
    *) names="$names
subjectAltName=$kind:$address" ;;
    esac
done
# shellcheck disable=SC2086
openssl req -new $new_key -subj "/CN=$name" -keyout "$name.key" -out "$name.request" 2>/dev/null
echo "$names" >"$name.names"
openssl x509 -req -in "$name.request" -CA authority.pem -CAkey authority.key -CAcreateserial -days 800 \
    -extfile "$name.names" -out "$name.pem" 2>/dev/null
rm "$name.request" "$name.names"
echo "$folder/$name.pem and $name.key"
