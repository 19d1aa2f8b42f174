/** Opens the phone's dialler with the number. */
export function dial(number: string): void {
  location.assign(`tel:${number.replace(/[^\d+]/g, '')}`)
}
