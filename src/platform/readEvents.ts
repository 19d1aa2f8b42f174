/**
 * Reads an event stream (text/event-stream) from pieces cut at any position. Ignores unnamed events and comments.
 * @param hear receives the name and the data of each event
 * @returns the function that reads the next piece
 */
export function readEvents(hear: (event: string, data: string) => void): (piece: string) => void {
  let rest = ''
  let event = ''
  let data: string[] = []
  function readLine(line: string) {
    if (line === '') {
      if (event !== '') hear(event, data.join('\n'))
      event = ''
      data = []
    }
    if (line.startsWith('event:')) event = valueOf(line, 6)
    if (line.startsWith('data:')) data.push(valueOf(line, 5))
  }
  return (piece) => {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    for (const line of lines) readLine(line.endsWith('\r') ? line.slice(0, -1) : line)
  }
}

/** A single space after the colon is not part of the value. */
function valueOf(line: string, from: number): string {
  return line.slice(line[from] === ' ' ? from + 1 : from)
}
