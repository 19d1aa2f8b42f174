import { describe, expect, test } from '@jest/globals'
import { SavedDrafts, restored } from '@/stores/app/SavedDrafts'
import { CommentForm } from '@/stores/comments/CommentForm'
import { CommentStore } from '@/stores/comments/CommentStore'
import { createApp } from '@/stores/app/AppServices'
import { startApp } from '../support/startApp'

interface Note {
  text: string
  people: readonly string[]
  limit: number | null
  more: Record<string, unknown>
}

const empty: Note = { text: '', people: [], limit: null, more: {} }
const note = (text: string): Note => ({ ...empty, text })
const KEY = 'collects.7'

async function start() {
  const rig = await startApp()
  const notes = new SavedDrafts(rig.app, 'collects', empty)
  const left = () => (rig.platform.storage.read<[string, Note][]>(KEY) ?? []).map(([key]) => key)
  return { ...rig, notes, left }
}

describe('[AH-27] notes of drafts', () => {
  test('the newest 20 of a kind are kept', async () => {
    const { notes, left } = await start()
    for (let at = 1; at <= 25; at += 1) notes.write(`folder_${at}`, note(String(at)))
    notes.write('folder_10', note('again'))
    expect([left().length, left()[0], left().at(-1)]).toStrictEqual([20, 'folder_10', 'folder_6'])
    expect([notes.read('folder_10')?.text, notes.read('folder_5')]).toStrictEqual(['again', undefined])
  })

  test('each kind is stored by itself, and nothing is left when its last note ends', async () => {
    const { app, notes, platform } = await start()
    const others = new SavedDrafts(app, 'invites', empty)
    notes.write('a', note('one'))
    others.write('a', note('two'))
    notes.write('a', null)
    expect([notes.read('a'), others.read('a')?.text, platform.kept.has(KEY)]).toStrictEqual([undefined, 'two', false])
  })

  test('older notes make room before a phone refuses all', async () => {
    const { notes, left, platform } = await start()
    for (let at = 1; at <= 20; at += 1) notes.write(at, note('字'.repeat(10_000)))
    expect(left()).toHaveLength(20)
    notes.write(21, note('字'.repeat(200_000)))
    expect([left()[0], platform.kept.get(KEY)!.length <= 300_000]).toStrictEqual([21, true])
    notes.write(22, note('字'.repeat(400_000)))
    expect(left()).toStrictEqual([22])
  })

  const broken: [string, string][] = [
    ['no JSON', '{"broken'],
    ['no list', '{"a":1}'],
    ['nothing', 'null'],
    ['a text', '"abc"'],
    ['entries that are none', '[null,5,"a",[],["a"],{"a":1}]'],
    ['an entry without a note', '[["a",null]]'],
    ['a note of another kind', '[["a","text"]]'],
    ['a note without its fields', '[["a",{}]]'],
    ['fields of other kinds', '[["a",{"text":1,"people":{},"limit":"","more":[]}]]'],
  ]
  test.each(broken)('%s counts as no note, and is overwritten', async (_what, text) => {
    const { notes, platform } = await start()
    platform.kept.set(KEY, text)
    expect(notes.read('a')).toBeUndefined()
    notes.write('a', note('new'))
    expect(notes.read('a')?.text).toBe('new')
  })

  test('a full phone loses nothing on the screen, and breaks nothing', async () => {
    const { app, platform } = await start()
    platform.room = 100
    const comments = new CommentStore(app, { typedId: 'file_3' })
    const form = new CommentForm(app, comments)
    const long = '字'.repeat(10_000)
    form.setText(long, long.length)
    expect(form.draft.text).toBe(long)
    // Until the app ends, the next screen finds the draft, too.
    expect(new CommentForm(app, comments).draft.text).toBe(long)
    expect(platform.kept.has('comments.drafts.7')).toBe(false)
    platform.room = Infinity
    form.setText(`${long}！`, 1)
    const next = createApp(platform)
    await next.session.start()
    expect(new CommentForm(next, comments).draft.text).toBe(`${long}！`)
  })

  test('settings are restored field by field, only with the right type', () => {
    const first = { text: 'a', limit: null as number | null, kinds: ['pdf'], isOn: false }
    const kept = { text: 5, limit: 7, kinds: 'pdf', isOn: true, unknown: 1 }
    expect(restored(first, kept)).toStrictEqual({ ...first, limit: 7, isOn: true })
    expect(restored({ ...first, limit: 3 }, { limit: null })).toStrictEqual(first)
    expect([restored(first, null), restored(first, undefined)]).toStrictEqual([first, first])
  })
})
