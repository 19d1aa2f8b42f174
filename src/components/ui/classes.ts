/** Joins class names, without falsy ones: `classes('row', on && 'row-on')`. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
