// The types of the vendored Preact: those of its package, which only the developers' tools read.

export * from "preact";
