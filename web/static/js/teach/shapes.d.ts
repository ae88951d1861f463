// What the table tells of teaching. Only the developers' tools read this file, no browser does.

import type { components } from "../../../../build/openapi";

type Schemas = components["schemas"];

export type TaughtState = Schemas["TeachingShape"];
export type Lesson = Schemas["LessonShape"];
export type LessonTop = Schemas["LessonTop"];
export type LessonPicture = Schemas["LessonPicture"];
export type LessonNote = Schemas["LessonNote"];
export type TaughtSet = Schemas["TaughtShape"];
export type Family = Schemas["FamilyShape"];
export type Grid = Schemas["GridShape"];
