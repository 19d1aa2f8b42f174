import * as Y from 'yjs'
import { paragraphsOf } from '../writers'
import { pick, type Acknowledge, type Change, type Ledger } from './Ledger'

/** A word or a paragraph. */
interface Part {
  isAcknowledged: boolean
  /** Whether somebody who may write has deleted it, and whether the server has acknowledged that. */
  deletion: 'none' | 'made' | 'acknowledged'
}

interface Word extends Part {
  paragraph: Part
}

const WORD = /\[\d+\]/g

/** A text of words such as `[17]`, each of which is written once. Words are inserted, deleted and made bold, paragraphs inserted and deleted. */
export class TextLedger implements Ledger {
  private readonly words = new Map<string, Word>()
  private readonly paragraphs = new Map<string, Part>()
  private readonly forbidden = new Set<string>()

  change(document: Y.Doc, change: Change): Acknowledge | null {
    const { random } = change
    const fragment = document.getXmlFragment('default')
    const kind = random()
    if (fragment.length === 0 || kind < 0.04) return this.insertParagraph(fragment, change)
    const at = Math.floor(random() * fragment.length)
    const paragraph = fragment.get(at) as Y.XmlElement
    if (kind < 0.05) return this.deleteParagraph(fragment, at, paragraph, change)
    const text = paragraph.get(0) as Y.XmlText
    const words = wordsIn(text)
    if (kind < 0.65) return this.insertWord(text, words, this.partOf(paragraph), change)
    if (words.length === 0) return null
    const word = pick(words, random)
    if (kind < 0.88) return this.deleteWord(text, word, change)
    text.format(word.at, word.text.length, { bold: random() < 0.5 ? true : null } as never)
    return () => {}
  }

  contents(document: Y.Doc): string {
    return document.getXmlFragment('default').toString()
  }

  faults(document: Y.Doc): string[] {
    const counts = new Map<string, number>()
    for (const paragraph of paragraphsOf(document))
      for (const [word] of paragraph.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1)
    const faults: string[] = []
    for (const [word, count] of counts) {
      if (count > 1) faults.push(`${word} is there ${count} times`)
      if (this.forbidden.has(word)) faults.push(`${word} was written without the right to`)
    }
    for (const [word, { isAcknowledged, deletion, paragraph }] of this.words) {
      const isThere = counts.has(word)
      const deletions = [deletion, paragraph.deletion]
      if (isAcknowledged && !isThere && deletions.every((each) => each === 'none')) faults.push(`${word} is lost`)
      if (isThere && deletions.includes('acknowledged')) faults.push(`${word} is there again`)
    }
    return faults
  }

  private insertParagraph(fragment: Y.XmlFragment, change: Change): Acknowledge {
    const paragraph = new Y.XmlElement('paragraph')
    const word = `[${change.number}]`
    paragraph.insert(0, [new Y.XmlText(word)])
    fragment.insert(Math.floor(change.random() * (fragment.length + 1)), [paragraph])
    return this.written(word, change, this.partOf(paragraph))
  }

  private insertWord(text: Y.XmlText, words: readonly PlacedWord[], paragraph: Part, change: Change): Acknowledge {
    const word = `[${change.number}]`
    const places = [0, ...words.map(({ at, text: { length } }) => at + length)]
    text.insert(pick(places, change.random), word)
    return this.written(word, change, paragraph)
  }

  private written(word: string, { isAllowed }: Change, paragraph: Part): Acknowledge {
    const made: Word = { isAcknowledged: false, deletion: 'none', paragraph }
    if (isAllowed) this.words.set(word, made)
    else this.forbidden.add(word)
    return () => void (made.isAcknowledged = true)
  }

  private deleteWord(text: Y.XmlText, { at, text: word }: PlacedWord, { isAllowed }: Change): Acknowledge {
    text.delete(at, word.length)
    return this.deleted(this.words.get(word), isAllowed)
  }

  private deleteParagraph(fragment: Y.XmlFragment, at: number, paragraph: Y.XmlElement, { isAllowed }: Change) {
    const part = this.partOf(paragraph)
    fragment.delete(at, 1)
    return this.deleted(part, isAllowed)
  }

  private deleted(part: Part | undefined, isAllowed: boolean): Acknowledge {
    if (part === undefined || !isAllowed) return () => {}
    if (part.deletion === 'none') part.deletion = 'made'
    return () => void (part.deletion = 'acknowledged')
  }

  private partOf({ _item: item }: Y.XmlElement): Part {
    const id = `${item!.id.client} ${item!.id.clock}`
    const part: Part = this.paragraphs.get(id) ?? { isAcknowledged: false, deletion: 'none' }
    this.paragraphs.set(id, part)
    return part
  }
}

interface PlacedWord {
  at: number
  text: string
}

function wordsIn(text: Y.XmlText): PlacedWord[] {
  const letters = (text.toDelta() as { insert: string }[]).map(({ insert }) => insert).join('')
  return [...letters.matchAll(WORD)].map(({ index, 0: word }) => ({ at: index, text: word }))
}
