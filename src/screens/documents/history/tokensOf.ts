import type { Node } from '@tiptap/pm/model'
import type { Token } from '@/domain/documents/difference'
import { wordsOf } from '@/domain/text/wordsOf'

/** The tokens of a text, in their order and without a gap; places as the editor counts them. */
export function tokensOf(text: Node): Token[] {
  const tokens: Token[] = []
  const add = (node: Node, place: number) => {
    const key = keyOf(node)
    if (node.isText) {
      for (const word of wordsOf(node.text ?? '')) {
        tokens.push({ key: key + word, from: place, to: place + word.length })
        place += word.length
      }
      return
    }
    if (node.isLeaf) return void tokens.push({ key, from: place, to: place + node.nodeSize })
    tokens.push({ key, from: place, to: place + 1 })
    node.forEach((child, offset) => add(child, place + 1 + offset))
    const end = place + node.nodeSize
    tokens.push({ key: `/${node.type.name}`, from: end - 1, to: end, isEnd: true })
  }
  text.forEach((node, offset) => add(node, offset))
  return tokens
}

/** What a node is, apart from its contents. */
function keyOf({ type, attrs, marks }: Node): string {
  return JSON.stringify([type.name, attrs, marks.map((mark) => [mark.type.name, mark.attrs])])
}
