"""What `companion run` and its relatives are put together of: camera, broker, service manager."""
