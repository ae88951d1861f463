# Two commands do all set-up: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
EVERY_CORE := --numprocesses=logical --dist=loadfile
# Who looks at a page waits for much of the time: for the sand, a double tap, what is drawn.
EVERY_CORE_TWICE := --numprocesses=$(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN)))) --dist=loadfile
# What tests write need not outlast them, and thousands of them wait until it would.
IN_MEMORY := $(if $(wildcard /dev/shm/.),TMPDIR=/dev/shm)
# Each of hundreds of programs that the tests start would compile all of ours anew.
unexport PYTHONDONTWRITEBYTECODE
NODE_STAMP := node_modules/.installed
HAS_NODE := $(shell command -v npm >/dev/null 2>&1 && node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2>/dev/null && echo yes)
SEEDS ?= 1
LOCK ?= bookworm
REAL ?= $(wildcard ../shared/real/dice/*)
TRACED ?=

.DEFAULT_GOAL := help
.PHONY: help run hub club-kills club-two-hubs club-replay club-fuzz test lint lint-python lint-pages check secrets known-faults test-slow test-browser browsers fuzz kills update-kills network-kills install-kills cuts phone-camera strangers damages disks runtimes soak install-test hardware-test lock test-locked release build-pictures film demo games random-play random-yacht other-hands spoilt spoilt-live bench figures tables train letters path-traced format clean

help: ## What can be made
	@grep -hE '^[a-z-]+:.*##' Makefile | sed 's/:.*## /\t/' | expand -t 16

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: try  make $(MAKECMDGOALS) PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv is missing. On Debian and Raspberry Pi OS:  sudo apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install -qq --editable . --group dev
	@touch $@

run: $(STAMP) ## The simulated table and its page; ARGS="--camera phone": what else to give it
	$(BIN)/companion run $(ARGS)

hub: $(STAMP) ## A hub of many tables, and three simulated tables that play (Debian's mosquitto and postgresql): make hub PORT=8100
	PORT=$(if $(PORT),$(PORT),8100) $(BIN)/python -m tests.rigs.club

test: $(STAMP) ## Every fast test
	$(IN_MEMORY) $(BIN)/python -m pytest $(EVERY_CORE) $(PYTEST)

lint: lint-python lint-pages ## Format, lint, strict types; where Node is installed also of the pages' scripts, with their tests

lint-python: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

ifeq ($(HAS_NODE),yes)
$(NODE_STAMP): package.json package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

lint-pages: $(STAMP) $(NODE_STAMP)
	npm run --silent check-format
	npm run --silent lint
	$(BIN)/python -m tests.web.describe_api build/openapi.json
	npm run --silent types
	npm test --silent
else
lint-pages:
	@echo "Node is missing: the pages' scripts were not checked. To check them, install Node 18 or newer"
	@echo "(on Debian and Raspberry Pi OS:  sudo apt install nodejs npm)"
endif

check: lint test secrets known-faults ## Format, lint, types, tests, secrets, known faults

secrets: $(STAMP) ## Passwords, keys and tokens in what git keeps
	$(BIN)/python -m tests.checks.secrets

known-faults: $(STAMP) ## Publicly known faults of what we are built on (asks PyPI and npm; says what it could not ask)
	-@$(BIN)/python -m pip install --quiet pip-audit
	$(BIN)/python -m tests.checks.known_faults

test-slow: $(STAMP) ## Thousands of random games and positions (many minutes)
	$(BIN)/python -m pip install --quiet playwright
	$(BIN)/python -m pytest -m slow --timeout=3600 $(PYTEST)

test-browser: $(STAMP) ## Every page in a real browser (Debian's chromium, at half the work with its chromium-headless-shell)
	$(BIN)/python -m pip install --quiet playwright
	$(IN_MEMORY) $(BIN)/python -m pytest $(EVERY_CORE_TWICE) -m "browser and not slow" --timeout=300 $(if $(PYTEST),$(PYTEST),tests/web/browser)

browsers: $(STAMP) ## The pages in Chromium 69, 77, 80 (fetched, 0.4 GB) and in Debian's Chromium, Firefox and WebKitGTK, with pictures in build/browsers: make browsers ENGINES="firefox webkit"
	$(BIN)/python -m pip install --quiet playwright websockets
	$(BIN)/python -m tests.rigs.browsers $(ENGINES)

phone-camera: $(STAMP) ## A browser as the table's camera: WebKitGTK, a whole game of each kind, half an hour of memory (some hours)
	$(BIN)/python -m pip install --quiet playwright websockets
	$(BIN)/python -m tests.rigs.phone_camera.webkit
	$(BIN)/python -m tests.rigs.phone_camera.games
	$(BIN)/python -m tests.rigs.phone_camera.memory

club-kills: $(STAMP) ## Broker, database, hubs and tables of a club night killed at random, and whether all agree afterwards: make club-kills TIMES=300 SEED=1
	$(BIN)/python -m tests.rigs.club.kills $(if $(TIMES),$(TIMES),300) $(SEED)

club-two-hubs: $(STAMP) ## One of two hubs killed while tables play, and whether anything is missing 5 s later: make club-two-hubs TIMES=20
	$(BIN)/python -m tests.rigs.club.two_hubs $(if $(TIMES),$(TIMES),20)

club-replay: $(STAMP) ## Journals of 200 tables told to a hub as fast as it stores them, 100 watchers at its pages: make club-replay HOW="--tables 50"
	$(BIN)/python -m tests.rigs.club.replay $(HOW)

club-fuzz: $(STAMP) ## Messages by lot for a hub, from a table with rights and from strangers: make club-fuzz TIMES=10000
	$(BIN)/python -m tests.rigs.club.fuzz $(if $(TIMES),$(TIMES),10000) $(SEED)

fuzz: $(STAMP) ## 100,000 generated inputs: files, pictures, the API (some ten minutes): make fuzz SHARE=0.1
	$(BIN)/python -m tests.rigs.fuzz $(if $(SHARE),$(SHARE),1)

kills: $(STAMP) ## A running table killed (-9) again and again, and what it knows afterwards: make kills TIMES=100 WHOLE=1
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.rigs.kills $(if $(TIMES),$(TIMES),1000) $(WHOLE)

update-kills: $(STAMP) ## An update killed (-9) at any moment, and which release runs afterwards: make update-kills TIMES=300
	$(BIN)/python -m tests.rigs.updates $(if $(TIMES),$(TIMES),300)

network-kills: $(STAMP) ## A change of network killed (-9) at any moment, and whether the table can be reached: make network-kills TIMES=300
	$(BIN)/python -m tests.rigs.networks $(if $(TIMES),$(TIMES),300)

install-kills: $(STAMP) ## An installation killed (-9) at any moment, under a real systemd (as install-test, an hour): make install-kills TIMES=150
	$(BIN)/python -m tests.rigs.install.cuts $(if $(TIMES),$(TIMES),150)

cuts: $(STAMP) ## The power cut at random places of what was written (needs strace): make cuts TIMES=1000
	$(BIN)/python -m tests.rigs.cuts $(if $(TIMES),$(TIMES),1000)

runtimes: $(STAMP) ## With every release of ONNX Runtime that is allowed, nothing leaves the table (fetches them, needs strace): make runtimes VERSIONS="1.20.0 1.32.0"
	$(BIN)/python -m tests.rigs.runtimes $(VERSIONS)

damages: $(STAMP) ## Each byte of a journal's files in turn, and more by lot (an hour): make damages LOT=100 EVERY=97
	$(BIN)/python -m tests.rigs.damages $(if $(LOT),$(LOT),5000) $(EVERY)

disks: $(STAMP) ## The data folder gone, full, slow and read-only at each step of a game: make disks MOVES=10
	$(BIN)/python -m tests.rigs.disks $(MOVES)

strangers: $(STAMP) ## 250 worst strangers for ten minutes beside a game of five phones and a host: make strangers MINUTES=1 HOW="--tls"
	$(BIN)/python -m tests.rigs.strangers --minutes $(if $(MINUTES),$(MINUTES),10) $(HOW)

soak: $(STAMP) ## Two hours of a table's time with faults, in a quarter of an hour (as root also a full disk): make soak MINUTES=120
	$(BIN)/python -m tests.rigs.soak $(if $(MINUTES),$(MINUTES),120)

install-test: $(STAMP) ## The installer on fresh Debian trees, its service under a real systemd (root, debootstrap, systemd-container): make install-test SUITES="trixie"
	$(BIN)/python -m tests.rigs.install $(SUITES)

hardware-test: $(STAMP) ## The box on real gpiozero, lgpio and rpi-lgpio, in a Linux that simulates the chip (Debian's gcc flex bison bc): make hardware-test PARTS="contract presses"
	$(BIN)/python -m tests.rigs.hardware $(PARTS)

lock: ## The locks from which the installer installs, made anew: the newest that fits, with hashes
	$(PYTHON) -m venv build/lock_env
	build/lock_env/bin/python -m pip install --quiet "uv>=0.8"
	UV=build/lock_env/bin/uv deploy/lock.sh

test-locked: ## Every fast test with just what the installer installs: make test-locked LOCK=trixie PYTHON=python3.13
	$(PYTHON) -m venv build/locked_$(LOCK)
	build/locked_$(LOCK)/bin/python -m pip install --quiet --upgrade pip
	build/locked_$(LOCK)/bin/python -m pip install --quiet --no-deps --require-hashes --only-binary :all: --requirement deploy/locks/$(LOCK).txt
	build/locked_$(LOCK)/bin/python -m pip install -qq --editable . --group dev
	build/locked_$(LOCK)/bin/python -m pytest $(EVERY_CORE) $(PYTEST)

release: $(STAMP) ## This checkout as one signed file for companion update: make release KEY=FILE OUT=FILE WHEELS=FOLDER (a key: companion make-release --new-key FILE)
	$(BIN)/companion make-release $(OUT) --key $(or $(KEY),$(error name the key that signs: make release KEY=FILE)) $(if $(WHEELS),--wheels $(WHEELS))

build-pictures: $(STAMP) ## The drawings of docs/build.md, from the sheets that companion print makes
	$(BIN)/python -m tests.rigs.build_pictures docs

film: $(STAMP) ## The README's moving picture: two throws of a simulated game, scored (playwright, chromium)
	$(BIN)/python -m pip install --quiet playwright
	$(BIN)/python -m tests.rigs.film docs/throw.webp

demo: $(STAMP) ## Whole games by bots, seen and scored through the camera: make demo SEEDS="1 2 3" GAME=yacht HANDS=clumsy
	@for seed in $(SEEDS); do $(BIN)/companion demo --seed $$seed $(if $(GAME),--game $(GAME)) $(if $(HANDS),--hands $(HANDS)) || exit 1; done

games: $(STAMP) ## Hundreds of the dice game's games on sketched pictures, both kinds of hands (an hour): make games LAST=300
	OMP_NUM_THREADS=1 $(BIN)/python -m tests.rigs.sketched usual 1 $(if $(LAST),$(LAST),300)
	OMP_NUM_THREADS=1 $(BIN)/python -m tests.rigs.sketched clumsy 1 $(if $(LAST),$(LAST),300)

random-play: $(STAMP) ## Random natural play of the dice game on a plane, against the truth (a minute): make random-play LAST=2000 LOOKS=fair
	$(BIN)/python -m tests.rigs.random_play 1 $(if $(LAST),$(LAST),300) $(LOOKS)

random-yacht: $(STAMP) ## The same of Yacht (a minute): make random-yacht LAST=5000
	$(BIN)/python -m tests.rigs.random_yacht 1 $(if $(LAST),$(LAST),3000)

other-hands: $(STAMP) ## The same with other hands and other mishaps, at Yacht and with plain dice too: make other-hands LAST=2000 LOOKS="fair yacht"
	$(BIN)/python -m tests.rigs.other_hands 1 $(if $(LAST),$(LAST),300) $(LOOKS)

spoilt: $(STAMP) ## Labelled pictures spoilt in every way and read (hours; goes on where it was stopped): make spoilt SHARE=0.03 WORDS="--kind black"
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.rigs.spoilt --share $(if $(SHARE),$(SHARE),1) $(WORDS)

spoilt-live: $(STAMP) ## Games at the simulated table whose camera is spoilt for seconds, in every phase (hours; goes on): make spoilt-live SHARE=0.1
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.rigs.spoilt_live --share $(if $(SHARE),$(SHARE),1) $(WORDS)

bench: $(STAMP) ## Times of every stage, printed
	$(BIN)/python -m pytest -m bench -s --timeout=1800 $(PYTEST)

figures: $(STAMP) ## Every figure of docs/figures.md, measured and printed anew (hours): make figures WHAT="photographs times"
	$(BIN)/python -m tests.figures $(WHAT)

tables: $(STAMP) ## Work out the tables that a game's rules ship (minutes): make tables GAME=name
	$(BIN)/python -m companion.games.$(GAME).make_tables

train: $(STAMP) ## Make the readers' networks anew (some three hours on two cores; goes on where it was stopped; SHARE=0.01 only tries it): make train REAL="folders of photographs" TRACED="folders of path-traced pictures" SYMBOLS="folders of dice with symbols"
	$(BIN)/python -m pip install --quiet --editable . --group train
	$(BIN)/python -m vision.workshop.training.matching $(if $(SHARE),--steps 50)
	$(BIN)/python -m vision.workshop.training.calibration.cover $(if $(SHARE),--blocks 4)
	$(BIN)/python -m vision.workshop.training.calibration.pawns $(if $(SHARE),--printings 4)
	$(BIN)/python -m vision.workshop.training --real $(REAL) --traced $(TRACED) --symbols $(SYMBOLS) $(if $(SHARE),--share $(SHARE))

letters: $(STAMP) ## The pages' font cut anew to the letters that web/static/css/letters.css names (needs npm)
	$(BIN)/python -m pip install --quiet "fonttools[woff]"
	mkdir -p build/letters
	npm pack --silent --pack-destination build/letters @expo-google-fonts/atkinson-hyperlegible-next@0.4.1
	tar xzf build/letters/*.tgz --directory build/letters
	$(BIN)/python -m tests.rigs.letters build/letters/package

path-traced: ## Path-traced pictures of dice with exact labels, in build/ (needs Python 3.11, fetches Blender)
	$(PYTHON) -m venv build/path_traced_env
	build/path_traced_env/bin/python -m pip install --quiet "bpy==4.2.*" "numpy<2" opencv-python-headless
	build/path_traced_env/bin/python -m tests.rigs.path_traced build/path_traced $(WORDS)

format: $(STAMP) $(if $(HAS_NODE),$(NODE_STAMP)) ## Put the code into shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(if $(HAS_NODE),npm run --silent format,@echo "Node is missing: the pages' scripts were left as they are")

clean: ## Forget the virtual environment and all caches
	rm -rf $(VENV) node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis build *.egg-info
