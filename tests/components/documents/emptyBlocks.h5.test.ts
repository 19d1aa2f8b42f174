import { afterEach, expect, test } from '@jest/globals'
import { Editor } from '@tiptap/core'
import { Collaboration } from '@tiptap/extension-collaboration'
import { StarterKit } from '@tiptap/starter-kit'
import * as Y from 'yjs'
import { stepsOf } from '@/screens/documents/stepsOf'
import { EmptyBlocks } from '@/screens/documents/EmptyBlocks'

interface Writer {
  editor: Editor
  document: Y.Doc
  /** Takes what the other has written meanwhile. */
  hear(): void
}

const opened: Editor[] = []
afterEach(() => opened.splice(0).forEach((editor) => editor.destroy()))

/** Two people with a copy each; what one writes waits until the other hears it. */
async function twoWriters(): Promise<[Writer, Writer]> {
  const documents = [new Y.Doc(), new Y.Doc()] as const
  const make = async (own: 0 | 1): Promise<Writer> => {
    const document = documents[own]
    const editor = new Editor({
      element: window.document.body.appendChild(window.document.createElement('div')),
      extensions: [
        StarterKit.configure({ undoRedo: false, trailingNode: false }),
        Collaboration.configure({ document }),
        EmptyBlocks.configure({ document, field: 'default' }),
      ],
    })
    opened.push(editor)
    await new Promise((resolve) => editor.on('create', resolve))
    return {
      editor,
      document,
      hear: () => Y.applyUpdate(document, Y.encodeStateAsUpdate(documents[own === 0 ? 1 : 0])),
    }
  }
  return [await make(0), await make(1)]
}

function exchange(...writers: readonly Writer[]) {
  for (let turn = 0; turn < 2; turn += 1) for (const writer of writers) writer.hear()
}

const lines = ({ editor }: Writer) => editor.getText({ blockSeparator: '\n' }).split('\n')
const sorted = (text: string) => [...text].sort().join('')

/** Both write at the end, letter by letter at once, and each letter stands once and in its order. */
function write(first: Writer, second: Writer) {
  const before = lines(first).join('')
  for (const { editor } of [first, second]) editor.commands.focus('end')
  for (const [own, other] of [
    ['a', 'z'],
    ['b', 'y'],
    ['c', 'x'],
  ] as const) {
    first.editor.commands.insertContent(own)
    second.editor.commands.insertContent(other)
    exchange(first, second)
  }
  expect(lines(first)).toEqual(lines(second))
  const text = lines(first).join('')
  expect(sorted(text)).toBe(sorted(`${before}abcxyz`))
  expect(text.replaceAll(/[^abc]/g, '')).toBe('abc')
  expect(text.replaceAll(/[^xyz]/g, '')).toBe('zyx')
}

test.each([
  ['a paragraph', (editor: Editor) => editor.chain().focus('end').splitBlock().run()],
  ['a heading', (editor: Editor) => editor.chain().focus('end').splitBlock().setHeading({ level: 1 }).run()],
  [
    'the item of a list',
    (editor: Editor) => editor.chain().focus('end').toggleBulletList().splitListItem('listItem').run(),
  ],
  ['a block of code', (editor: Editor) => editor.chain().focus('end').splitBlock().setCodeBlock().run()],
])('[DOC-02] two people begin to write in %s that is empty: each letter stands once', async (_kind, add) => {
  const [first, second] = await twoWriters()
  first.editor.commands.insertContent('开始')
  exchange(second)
  add(first.editor)
  exchange(second)
  write(first, second)
  expect(lines(first)).toContain('开始')
})

test('[DOC-02] one undo takes an empty line away, and one redo brings it back', async () => {
  const [writer] = await twoWriters()
  writer.editor.commands.insertContent('开始')
  writer.editor.commands.focus('end')
  stepsOf(writer.editor)!.stopCapturing()
  const before = lines(writer)
  writer.editor.commands.splitBlock()
  writer.editor.commands.undo()
  expect(lines(writer)).toEqual(before)
  writer.editor.commands.redo()
  expect(lines(writer)).toEqual(['开始', ''])
})

test('[DOC-02] two people begin to write in a document that is empty: each letter stands once', async () => {
  const [first, second] = await twoWriters()
  write(first, second)
})
