"""The parts of `companion run` and its relatives: camera, broker, service manager."""
