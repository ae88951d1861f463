"""What is run in the guest, by the rig's own command: pytest does not find it by itself."""
