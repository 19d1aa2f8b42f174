/** Class names of those that hold: `classes('row', on && 'row-on')`. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
