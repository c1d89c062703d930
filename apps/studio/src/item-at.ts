/** Item at an index. @throws RangeError outside the list */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new RangeError(`there is no item ${index} of ${list.length}`)
  return item
}
