// What lists are asked for.

/** The last of a list, if there is one. @type {<Item>(list: readonly Item[] | undefined) => Item | undefined} */
export const lastOf = (list) => list?.[list.length - 1];
