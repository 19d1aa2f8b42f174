import type { Token, Tokens } from 'marked'
import type { ReadingRun } from '@/contract/previews/reading'
import { readingRuns } from '../reading/flatten'
import { FOOTNOTE, type Footnote } from '../text/footnotes'
import { runsOf, textOf } from '../text/markdown'
import { inlineOf, paragraphOf, tableOf } from './inline'
import type { ElementNode } from './nodes'

/** Levels of lists and quotes within one another; what lies deeper becomes paragraphs. */
const DEPTH = 20

/** The blocks of a Markdown text as nodes. */
export function nodesOfMarkdown(tokens: readonly Token[], depth = 0): ElementNode[] {
  return tokens.flatMap((token) => (depth > DEPTH ? linesOf(textOf([token])) : nodesOf(token, depth)))
}

/** Each line as a paragraph. */
export function linesOf(text: string): ElementNode[] {
  return text.split('\n').map((line) => paragraphOf(line === '' ? [] : [{ text: line }]))
}

function nodesOf(token: Token, depth: number): ElementNode[] {
  switch (token.type) {
    case 'heading': {
      const { depth: level, tokens } = token as Tokens.Heading
      return [{ type: 'heading', attrs: { level: Math.min(6, Math.max(1, level)) }, content: inlineOf(inline(tokens)) }]
    }
    case 'list':
      return listsOf(token as Tokens.List, depth)
    case 'code': {
      const { text, lang } = token as Tokens.Code
      const language = lang?.split(/[\s,{]/)[0]
      const content = text === '' ? {} : { content: [{ type: 'text' as const, text }] }
      return [{ type: 'codeBlock', ...(language && { attrs: { language } }), ...content }]
    }
    case 'blockquote': {
      const content = nodesOfMarkdown((token as Tokens.Blockquote).tokens, depth + 1)
      return [{ type: 'blockquote', content: content.length > 0 ? content : [paragraphOf([])] }]
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cellsOf = (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens }) => inline(tokens))
      return [tableOf(cellsOf(header), rows.map(cellsOf))]
    }
    case FOOTNOTE: {
      const { label, tokens } = token as Footnote
      return withSign(`[${label}] `, nodesOfMarkdown(tokens, depth + 1))
    }
    case 'hr':
      return [{ type: 'horizontalRule' }]
    case 'space':
    case 'def':
      return []
    default: {
      const runs = inline('tokens' in token && token.tokens ? token.tokens : [token])
      return runs.length === 0 ? [] : [paragraphOf(runs)]
    }
  }
}

/** A list; several where tasks and other items are mixed. */
function listsOf({ items, ordered, start }: Tokens.List, depth: number): ElementNode[] {
  const lists: (ElementNode & { content: ElementNode[] })[] = []
  items.forEach((item, at) => {
    const type = item.task ? 'taskList' : ordered ? 'orderedList' : 'bulletList'
    if (lists.at(-1)?.type !== type) {
      const number = Number(start === '' ? 1 : start) + at
      lists.push({ type, ...(type === 'orderedList' && number !== 1 && { attrs: { start: number } }), content: [] })
    }
    const within = nodesOfMarkdown(
      item.tokens.filter((token) => token.type !== 'checkbox'),
      depth + 1,
    )
    // An item begins with a paragraph.
    const content = within[0]?.type === 'paragraph' ? within : [paragraphOf([]), ...within]
    lists
      .at(-1)!
      .content.push(
        item.task
          ? { type: 'taskItem', attrs: { checked: item.checked === true }, content }
          : { type: 'listItem', content },
      )
  })
  return lists
}

function withSign(sign: string, nodes: ElementNode[]): ElementNode[] {
  const [first, ...others] = nodes
  if (first?.type !== 'paragraph') return [paragraphOf([{ text: sign }]), ...nodes]
  return [{ ...first, content: [{ type: 'text', text: sign }, ...(first.content ?? [])] }, ...others]
}

function inline(tokens: Token[]): ReadingRun[] {
  return readingRuns(runsOf(tokens))
}
