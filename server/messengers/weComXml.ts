import { Parser } from 'htmlparser2'

/**
 * The texts of the elements directly below `<xml>`, by name. Nothing is expanded or fetched: a document type is refused.
 * @returns null for a text that is no such message
 */
export function readWeComXml(text: string): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  const open: string[] = []
  let elements = 0
  let isRefused = false
  const parser = new Parser(
    {
      onopentag(name) {
        open.push(name)
        elements += 1
        if (open.length === 1 && (name !== 'xml' || elements > 1)) isRefused = true
        if (open.length === 2 && found.has(name)) isRefused = true
        if (open.length === 2) found.set(name, '')
      },
      ontext(piece) {
        if (open.length === 2) found.set(open[1]!, found.get(open[1]!)! + piece)
        else if (open.length === 0 && piece.trim() !== '') isRefused = true
      },
      onclosetag: () => void open.pop(),
      onprocessinginstruction(name) {
        if (name !== '?xml') isRefused = true
      },
    },
    { xmlMode: true },
  )
  parser.write(text)
  const isWhole = elements > 0 && open.length === 0
  parser.end()
  return isRefused || !isWhole ? null : found
}
