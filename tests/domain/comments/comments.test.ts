import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { emptyDraft, mentionWords, opensMentions, withMention, writeDraft } from '@/domain/comments/draft'
import { commentParts, seenText, writeMention, type Mention } from '@/domain/comments/mentions'
import { cleanComment, commentFault, commentLength } from '@/domain/comments/validate'

const wang: Mention = { kind: 'user', id: 7, name: '王珂' }
const office: Mention = { kind: 'group', id: 3, name: '招生办公室' }
const all: Mention = { kind: 'all', name: '所有协作者' }

describe('[COMM-03] @[id:name] for a user, @[g-id:name] for a group or department, @[0:name] for all collaborators (2§3)', () => {
  const table: [string, ReturnType<typeof commentParts>][] = [
    ['', []],
    ['好的', [{ kind: 'text', text: '好的' }]],
    [
      '@[7:王珂] 看',
      [
        { kind: 'mention', mention: wang },
        { kind: 'text', text: ' 看' },
      ],
    ],
    ['@[g-3:招生办公室]', [{ kind: 'mention', mention: office }]],
    ['@[0:所有协作者]', [{ kind: 'mention', mention: all }]],
    [
      'a@[7:王珂]@[0:所有协作者]b',
      [
        { kind: 'text', text: 'a' },
        { kind: 'mention', mention: wang },
        { kind: 'mention', mention: all },
        { kind: 'text', text: 'b' },
      ],
    ],
  ]
  test.each(table)('%s', (content, parts) => expect(commentParts(content)).toStrictEqual(parts))

  const texts = [
    '@[7:]',
    '@[x:y]',
    '@[-7:y]',
    '@[g-0:y]',
    '@[7:a\nb]',
    '@[7 :a]',
    '@[1234567890123456:a]',
    '@[7:a',
    '[7:a]',
    '＠[7:a]',
  ]
  test.each(texts)('%j is text', (text) => expect(commentParts(text)).toStrictEqual([{ kind: 'text', text }]))

  const names = [
    'a]b',
    '[x',
    '@[7:王珂]',
    'a\nb',
    '  ',
    '<script>alert(1)</script>',
    '😀'.repeat(400),
    '\u202efdp',
    ']',
  ]
  test.each(names)('a name like %j is one mention of that user, whatever it holds', (name) => {
    const parts = commentParts(`x ${writeMention({ kind: 'user', id: 7, name })} y`)
    expect(parts).toHaveLength(3)
    expect(parts[1]).toMatchObject({ kind: 'mention', mention: { kind: 'user', id: 7 } })
  })

  test('written mentions read back the same, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 1e9 }), (name, id) => {
        const [part, ...rest] = commentParts(writeMention({ kind: 'group', id, name }))
        return rest.length === 0 && part?.kind === 'mention' && part.mention.kind === 'group' && part.mention.id === id
      }),
    )
  })

  test('mentions are shown as names', () =>
    expect(seenText('请 @[7:王珂] 和 @[0:所有人] 看')).toBe('请 @王珂 和 @所有人 看'))
})

describe('[COMM-02] trimmed text must be non-empty and at most 500 characters, else nothing is sent (2§5)', () => {
  const table: [string, string, ReturnType<typeof commentFault>][] = [
    ['nothing', '', 'comment_empty'],
    ['blanks and line ends', ' \t\r\n　', 'comment_empty'],
    ['characters without width', '\u200b\u200d\u2060\ufeff\u3164\u2800\ufe0f', 'comment_empty'],
    ['directions alone', '\u202e\u2066', 'comment_empty'],
    ['a NUL', '\u0000', 'comment_empty'],
    ['one character', '好', null],
    ['500', '字'.repeat(500), null],
    ['500 and outer blanks', ` ${'字'.repeat(500)}\n`, null],
    ['501', '字'.repeat(501), 'comment_too_long'],
    ['500 emoji', '😀'.repeat(500), null],
    ['501 emoji', '😀'.repeat(501), 'comment_too_long'],
    ['a mention counts as @name: 500', `@[123456789:王珂]${'字'.repeat(497)}`, null],
    ['a mention counts as @name: 501', `@[123456789:王珂]${'字'.repeat(498)}`, 'comment_too_long'],
  ]
  test.each(table)('%s', (_sentence, content, fault) => expect(commentFault(content)).toBe(fault))

  test('normalised text has one kind of line end, and no outer blanks, controls or halves of characters', () =>
    expect(cleanComment(' a\r\nb\rc\u0000\u0007\ud83d\t😀\n')).toBe('a\nb\nc\t😀'))
  test('the length is that of the normalised text', () => expect(commentLength(' a\r\n😀 ')).toBe(3))
})

describe('[COMM-03] typing @ opens the mention picker unless preceded by a letter or digit (2§5)', () => {
  const table: [string, string, boolean][] = [
    ['', '@|', true],
    ['a ', 'a @|', true],
    ['a\n', 'a\n@|', true],
    ['(', '(@|', true],
    ['@', '@@|', true],
    ['😀', '😀@|', true],
    ['me', 'me@|', false],
    ['é', 'é@|', false],
    ['я', 'я@|', false],
    ['8', '8@|', false],
    ['８', '８@|', false],
    ['请看', '请看@|', true],
    ['見て', '見て@|', true],
    ['a  b', 'a @| b', true],
    ['ab', 'a@|b', false],
    ['a', 'a|', false],
    ['', '@@|', false],
    ['@a', '@|', false],
    ['x @', 'x @y|', false],
  ]
  test.each(table)('%j → %j: %s', (before, marked, opens) => {
    expect(opensMentions(before, marked.replace('|', ''), marked.indexOf('|'))).toBe(opens)
  })
})

describe('[COMM-03] a draft with mentions', () => {
  test('a chosen person replaces the @ and the text behind it, and the cursor follows', () => {
    const { cursor, ...draft } = withMention({ text: '请@王看', mentions: [] }, wang, { start: 1, end: 3 })
    expect(draft).toStrictEqual({ text: '请@王珂 看', mentions: [wang] })
    expect(cursor).toBe(5)
    expect(writeDraft(draft)).toBe('请@[7:王珂] 看')
  })
  test('a person can be inserted without an @, too', () =>
    expect(writeDraft(withMention({ text: 'ab', mentions: [] }, all, { start: 1, end: 1 }))).toBe('a@[0:所有协作者] b'))
  const typed: [string, number, number, string | null][] = [
    ['@', 0, 1, ''],
    ['请@李 蔚', 1, 5, '李 蔚'],
    ['请@李', 1, 1, null],
    ['请李', 1, 2, null],
    ['@a\nb', 0, 4, null],
    ['@a@', 0, 3, null],
  ]
  test.each(typed)('in %j behind %i, with the cursor at %i, the picker searches %j', (text, at, cursor, words) =>
    expect(mentionWords(text, at, cursor)).toBe(words),
  )

  const zhang: Mention = { kind: 'user', id: 1, name: '张三' }
  const longer: Mention = { kind: 'user', id: 2, name: '张三丰' }
  const namesake: Mention = { kind: 'user', id: 3, name: '张三' }
  const table: [string, string, Mention[], string][] = [
    ['a name that was changed is text', '@王', [wang], '@王'],
    ['of names that begin alike the longest', '@张三丰 @张三', [zhang, longer], '@[2:张三丰] @[1:张三]'],
    ['the same name in the order of choosing', '@张三 @张三', [zhang, namesake], '@[1:张三] @[3:张三]'],
    ['once more without choosing: the same person', '@王珂 @王珂', [wang], '@[7:王珂] @[7:王珂]'],
    ['nobody chosen: text', '@王珂', [], '@王珂'],
    ['a name with brackets', '@a［b］', [{ ...wang, name: 'a[b]' }], '@[7:a［b］]'],
  ]
  test.each(table)('%s', (_sentence, text, mentions, written) => expect(writeDraft({ text, mentions })).toBe(written))
  test('an empty draft is empty', () => expect(writeDraft(emptyDraft)).toBe(''))
})
