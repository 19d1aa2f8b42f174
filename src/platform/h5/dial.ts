/** Hands the number to whatever rings on this phone. */
export function dial(number: string): void {
  location.assign(`tel:${number.replace(/[^\d+]/g, '')}`)
}
