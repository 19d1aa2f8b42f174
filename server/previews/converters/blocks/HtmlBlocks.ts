import type { Token, Tokens } from 'marked'
import { Parser } from 'htmlparser2'
import { bulletList, heading, lineBreak, paragraph, rule, TEXT_LIMIT, words, type Blocks } from './blocks'

/** Elements whose contents are no text. */
const HIDDEN = new Set(
  'script style head title template noscript iframe object embed audio video canvas select textarea math rp'.split(' '),
)
/** Elements that begin and end a paragraph. */
const BLOCKS = new Set(
  (
    'html body p div section article aside header footer nav main figure figcaption address center form fieldset table caption thead tbody ' +
    'tfoot tr dl dt dd ul ol li blockquote pre h1 h2 h3 h4 h5 h6 details summary hgroup'
  ).split(' '),
)
const BOLD = new Set(['b', 'strong', 'th', 'dt'])
const STRUCK = new Set(['s', 'strike', 'del'])
const MONOSPACED = new Set(['code', 'kbd', 'samp', 'tt'])
/** Elements that are open at the same time, beyond which the text is read without its structure. */
const DEPTH_LIMIT = 2000
/** Lists and quotes within each other that are indented. */
const NESTING_LIMIT = 12
const SPACE = /[ \t\n\r\f]+/g
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g

interface Options {
  /** Names a picture without a description by its file. */
  namesPictures?: boolean
  /** characters that are read */
  most?: number
}

/** The blocks of an HTML page. Nothing of the page is run or fetched. */
export function blocksOfHtml(html: string, options: Options = {}): Blocks {
  try {
    return new HtmlBlocks(options).read(html)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    const text = html.replace(/<[^<>]*>/g, ' ').replace(SPACE, ' ')
    return { tokens: [paragraph([words(text.slice(0, options.most ?? TEXT_LIMIT))])], isCut: false }
  }
}

class TooDeep extends Error {}

/** Turns the elements of a page into blocks. */
class HtmlBlocks {
  private readonly containers: Token[][] = [[]]
  /** The items of the open lists. */
  private readonly lists: Token[][][] = []
  /** Functions that end the open elements, the innermost last. */
  private readonly ends: (() => void)[] = []
  private inline: Token[] = []
  /** The text that the parser reported since the last tag. It reports a text in many parts, and setting many parts takes long. */
  private text = ''
  /** Open elements of a kind. */
  private readonly open = { hidden: 0, bold: 0, struck: 0, monospaced: 0, preformatted: 0 }
  private links: string[] = []
  private headingDepth = 0
  private endsWithSpace = true
  private left: number
  private isCut = false

  constructor(private readonly options: Options) {
    this.left = options.most ?? TEXT_LIMIT
  }

  read(html: string): Blocks {
    const parser = new Parser(
      {
        onopentag: (name, attributes) => {
          this.flushText()
          this.onOpen(name, attributes)
        },
        onclosetag: () => {
          this.flushText()
          this.ends.pop()?.()
        },
        ontext: (text) => {
          this.text += text
        },
      },
      { recognizeSelfClosing: true },
    )
    parser.write(html)
    parser.end()
    this.flushText()
    this.flush()
    return { tokens: this.containers[0]!, isCut: this.isCut }
  }

  private onOpen(name: string, attributes: Record<string, string>): void {
    if (this.ends.length > DEPTH_LIMIT) throw new TooDeep()
    this.ends.push(this.begin(name.replace(/^\w+:/, ''), attributes))
  }

  /** @returns what ends with the element */
  private begin(name: string, attributes: Record<string, string>): () => void {
    if (HIDDEN.has(name) || isUnseen(attributes)) return this.during('hidden')
    if (name === 'br') this.addBreak()
    else if (name === 'hr') this.addBlock(rule)
    else if (name === 'img' || name === 'image') this.addPicture(attributes)
    else if (name === 'a') return this.beginLink(attributes.href)
    else if (name === 'ul' || name === 'ol') return this.beginList(name === 'ol', attributes.start)
    else if (name === 'li') return this.beginItem()
    else if (name === 'blockquote') return this.beginQuote()
    else if (name === 'pre') return this.beginPreformatted()
    else if (/^h[1-6]$/.test(name)) return this.beginHeading(Number(name[1]))
    else if (name === 'td' || name === 'th') return this.beginCell(name)
    else if (name === 'rt') return this.beginReading()
    return this.beginPlain(name)
  }

  private beginPlain(name: string): () => void {
    const ends = [
      ...(BOLD.has(name) ? [this.during('bold')] : []),
      ...(STRUCK.has(name) ? [this.during('struck')] : []),
      ...(MONOSPACED.has(name) ? [this.during('monospaced')] : []),
    ]
    if (!BLOCKS.has(name)) return () => ends.forEach((end) => end())
    this.flush()
    return () => {
      this.flush()
      ends.forEach((end) => end())
    }
  }

  private during(kind: keyof typeof this.open): () => void {
    this.open[kind] += 1
    return () => {
      this.open[kind] -= 1
    }
  }

  private beginLink(href = ''): () => void {
    this.links.push(href)
    return () => this.links.pop()
  }

  private beginHeading(depth: number): () => void {
    this.flush()
    this.headingDepth = depth
    return () => {
      this.flush()
      this.headingDepth = 0
    }
  }

  /** Cells of a row stand beside each other, unless a cell contains blocks of its own. */
  private beginCell(name: string): () => void {
    if (this.inline.length > 0) {
      this.inline.push(words('  '))
      this.endsWithSpace = true
    }
    return name === 'th' ? this.during('bold') : () => undefined
  }

  /** The reading of a word, which pages set above the word. The parentheses that a page has for this case are hidden. */
  private beginReading(): () => void {
    this.addText('(')
    return () => this.addText(')')
  }

  private beginList(isOrdered: boolean, start?: string): () => void {
    this.flush()
    if (this.lists.length + this.containers.length > NESTING_LIMIT) return () => this.flush()
    const items: Token[][] = []
    this.lists.push(items)
    const loose: Token[] = []
    this.containers.push(loose)
    return () => {
      this.flush()
      this.containers.pop()
      this.lists.pop()
      const all = loose.length > 0 ? [...items, loose] : items
      const first = Number.parseInt(start ?? '1', 10)
      if (all.length > 0) this.addBlock(bulletList(all, isOrdered, Number.isSafeInteger(first) ? first : 1))
    }
  }

  private beginItem(): () => void {
    this.flush()
    const items = this.lists.at(-1)
    if (items === undefined || this.lists.length + this.containers.length > NESTING_LIMIT) return () => this.flush()
    const tokens: Token[] = []
    this.containers.push(tokens)
    return () => {
      this.flush()
      this.containers.pop()
      if (tokens.length > 0) items.push(tokens)
    }
  }

  private beginQuote(): () => void {
    this.flush()
    if (this.lists.length + this.containers.length > NESTING_LIMIT) return () => this.flush()
    const tokens: Token[] = []
    this.containers.push(tokens)
    return () => {
      this.flush()
      this.containers.pop()
      if (tokens.length > 0) this.addBlock({ type: 'blockquote', raw: '', text: '', tokens } as Tokens.Blockquote)
    }
  }

  private beginPreformatted(): () => void {
    this.flush()
    const end = this.during('preformatted')
    return () => {
      const text = this.inline.map((token) => (token.type === 'br' ? '\n' : token.raw)).join('')
      this.inline = []
      this.endsWithSpace = true
      end()
      if (text.trim() !== '')
        this.addBlock({ type: 'code', raw: text, text: text.replace(/^\n|\s+$/g, '') } as Tokens.Code)
    }
  }

  private flushText(): void {
    const text = this.text
    this.text = ''
    if (text !== '') this.addText(text)
  }

  private addText(raw: string): void {
    if (this.open.hidden > 0 || this.isCut) return
    let text = raw.replace(UNSEEN, '')
    if (this.open.preformatted === 0) {
      text = text.replace(SPACE, ' ')
      if (this.endsWithSpace) text = text.replace(/^ /, '')
    }
    if (text === '') return
    if (text.length > this.left) {
      text = text.slice(0, this.left).replace(/[\ud800-\udbff]$/, '')
      this.isCut = true
    }
    this.left -= text.length
    this.endsWithSpace = text.endsWith(' ')
    this.inline.push(this.styled(text))
  }

  private styled(text: string): Token {
    if (this.open.preformatted > 0) return words(text)
    let token: Token = this.open.monospaced > 0 ? { type: 'codespan', raw: text, text } : words(text)
    const within = (type: 'strong' | 'del', more = {}) => ({ type, raw: text, text, tokens: [token], ...more }) as Token
    if (this.open.bold > 0 && this.headingDepth === 0) token = within('strong')
    if (this.open.struck > 0) token = within('del')
    const href = this.links.at(-1)
    return href ? ({ type: 'link', raw: text, text, href, tokens: [token] } as Tokens.Link) : token
  }

  private addBreak(): void {
    if (this.open.hidden > 0 || (this.inline.length === 0 && this.open.preformatted === 0)) return
    this.inline.push(lineBreak)
    this.endsWithSpace = true
  }

  private addPicture({ alt, src, 'xlink:href': drawn, href }: Record<string, string>): void {
    if (this.open.hidden > 0) return
    const file = this.options.namesPictures ? (src ?? drawn ?? href ?? '').split('/').at(-1) : ''
    const name = alt?.replace(SPACE, ' ').trim() || file
    if (!name) return
    this.left -= name.length
    this.inline.push({ type: 'image', raw: name, text: name, href: '' } as Tokens.Image)
    this.endsWithSpace = false
  }

  private addBlock(block: Token): void {
    this.flush()
    if (this.open.hidden === 0) this.containers.at(-1)!.push(block)
  }

  /** Ends the paragraph. */
  private flush(): void {
    if (this.open.preformatted > 0) return
    const tokens = this.inline
    this.inline = []
    this.endsWithSpace = true
    while (tokens.at(-1)?.type === 'br' || tokens.at(-1)?.raw.trim() === '') if (tokens.pop() === undefined) break
    if (tokens.length === 0) return
    this.containers.at(-1)!.push(this.headingDepth > 0 ? heading(this.headingDepth, tokens) : paragraph(tokens))
  }
}

/** Whether a page hides an element, as mails do with their summary. */
function isUnseen({ style = '', hidden }: Record<string, string>): boolean {
  return hidden !== undefined || /(^|;|\s)(display\s*:\s*none|mso-hide\s*:\s*all)/i.test(style)
}
