/**
 * Reads an event stream (text/event-stream) that comes in pieces, cut anywhere. What has no name, as comments have none, is left out.
 * @param hear is told the name of each event and its data
 * @returns what takes the next piece
 */
export function readEvents(hear: (event: string, data: string) => void): (piece: string) => void {
  let rest = ''
  let event = ''
  let data: string[] = []
  function take(line: string) {
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
    for (const line of lines) take(line.endsWith('\r') ? line.slice(0, -1) : line)
  }
}

/** Of the space after the colon one is no part of the value. */
function valueOf(line: string, from: number): string {
  return line.slice(line[from] === ' ' ? from + 1 : from)
}
