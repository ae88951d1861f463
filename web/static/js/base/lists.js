// What lists are asked for.

/** The last of a list, if there is one. @type {<Item>(list: readonly Item[] | undefined) => Item | undefined} */
export const lastOf = (list) => list?.[list.length - 1];

/** What is left when others are taken out, each once. @type {<Item>(all: readonly Item[], others: readonly Item[]) => Item[]} */
export function without(all, others) {
  const left = [...all];
  for (const one of others) if (left.includes(one)) left.splice(left.indexOf(one), 1);
  return left;
}
