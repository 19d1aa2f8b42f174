import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import type { DocumentKind } from '@/contract/documents'
import { newSheet } from '@/domain/documents/sheets/bookState'
import { checkUpdate, prepareRoots } from '../../../server/services/documents/checkUpdate'
import { Refused } from '../../../server/errors'
import { isDeep, randomOf, seed } from '../../support/deep'
import { paragraphsOf } from '../../support/documents/writers'

/** A document with a paragraph, and a client that has the same. */
function world(kind: DocumentKind = 'ydoc') {
  const server = new Y.Doc()
  prepareRoots(server, kind)
  const client = new Y.Doc()
  write(client, '原文')
  if (kind === 'ydoc') Y.applyUpdate(server, Y.encodeStateAsUpdate(client))
  return { server, client, kind }
}

function write(document: Y.Doc, text: string) {
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText(text)])
  document.getXmlFragment('default').push([paragraph])
}

/** The update that an act on a client makes. */
function updateOf(client: Y.Doc, act: (client: Y.Doc) => void): Uint8Array {
  const before = Y.encodeStateVector(client)
  act(client)
  return Y.encodeStateAsUpdate(client, before)
}

const codeOf = (act: () => unknown) => {
  try {
    act()
    return 'accepted'
  } catch (error) {
    return error instanceof Refused ? error.code : String(error)
  }
}

const deep = (levels: number) => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

describe('[DOC-02] updates that no document of the kind can hold are refused', () => {
  const attacks: [what: string, act: (client: Y.Doc) => void, kind?: DocumentKind][] = [
    ['an unknown root', (client) => client.getMap('other').set('a', 1)],
    ['a root of the other kind', (client) => client.getArray('sheets').push([new Y.Map()])],
    ['a root of this kind as another type', (client) => client.getMap('default').set('a', 1), 'ydoc'],
    ['letters in a place for elements', (client) => client.getText('default').insert(0, 'a'), 'ydoc'],
    ['a map in a place for elements', (client) => client.getArray('default').push([new Y.Map()]), 'ydoc'],
    ['plain values in a place for elements', (client) => client.getArray('default').push([1]), 'ydoc'],
    [
      'an element with a name that no element has',
      (client) => client.getXmlFragment('default').push([new Y.XmlElement('a b<script>')]),
    ],
    ['a hook', (client) => client.getXmlFragment('default').push([new Y.XmlHook('x') as never])],
    ['an array within a text', (client) => first(client).insertEmbed(0, new Y.Array() as never)],
    ['a document within the document', (client) => client.getMap('meta').set('a', new Y.Doc())],
    ['bytes', (client) => client.getMap('meta').set('a', new Uint8Array(3))],
    ['bytes within a value', (client) => client.getMap('meta').set('a', { b: [new Uint8Array(3)] })],
    ['an element within a map', (client) => client.getMap('meta').set('a', new Y.XmlElement('p'))],
    ['a value of a hundred and more levels', (client) => client.getMap('meta').set('a', deep(200))],
    ['a mark of a hundred and more levels', (client) => first(client).format(0, 1, { bold: deep(200) })],
    [
      'elements of a hundred and more levels',
      (client) => {
        let top = new Y.XmlElement('p')
        for (let level = 0; level < 200; level += 1) {
          const next = new Y.XmlElement('p')
          next.insert(0, [top])
          top = next
        }
        client.getXmlFragment('default').push([top])
      },
    ],
    [
      'maps of a hundred and more levels, one update each',
      (client) => {
        let map = client.getMap<unknown>('meta')
        for (let level = 0; level < 200; level += 1) {
          const next = new Y.Map<unknown>()
          map.set('in', next)
          map = next
        }
      },
    ],
    ['a key of thousands of letters', (client) => client.getMap('meta').set('k'.repeat(5000), 1)],
    ['text in a sheet', (client) => client.getXmlFragment('default').push([new Y.XmlText('a')]), 'yxls'],
    ['letters among the sheets', (client) => client.getText('sheets').insert(0, 'a'), 'yxls'],
    ['a plain value among the sheets', (client) => client.getArray('sheets').push([{ id: 's1' }]), 'yxls'],
    ['an array among the sheets', (client) => client.getArray('sheets').push([new Y.Array()]), 'yxls'],
    ['an unknown part of a sheet', (client) => sheetOf(client).set('scripts', new Y.Map()), 'yxls'],
    ['an unknown setting of a sheet', (client) => sheetOf(client).set('onload', 'a'), 'yxls'],
    ['a part of a sheet as another type', (client) => sheetOf(client).set('cells', new Y.Array()), 'yxls'],
    ['a part of a sheet as a plain value', (client) => sheetOf(client).set('rows', ['r1']), 'yxls'],
    ['a name of thousands of letters', (client) => sheetOf(client).set('name', 'a'.repeat(5000)), 'yxls'],
    ['a map within the cells', (client) => partOf(client, 'cells').set('r1:c1', new Y.Map()), 'yxls'],
    ['a bare value as a cell', (client) => partOf(client, 'cells').set('r1:c1', 5), 'yxls'],
    ['a cell with more than its contents', (client) => partOf(client, 'cells').set('r1:c1', { v: 1, x: 1 }), 'yxls'],
    ['a cell of many levels', (client) => partOf(client, 'cells').set('r1:c1', { v: deep(90) }), 'yxls'],
    [
      'a cell of thousands of letters',
      (client) => partOf(client, 'cells').set('r1:c1', { v: 'a'.repeat(20_000) }),
      'yxls',
    ],
    ['a number that is none', (client) => partOf(client, 'cells').set('r1:c1', { v: Infinity }), 'yxls'],
    ['a formula without its sign', (client) => partOf(client, 'cells').set('r1:c1', { f: 'alert(1)' }), 'yxls'],
    ['a cell under another key', (client) => partOf(client, 'cells').set('__proto__', { v: 1 }), 'yxls'],
    ['a style of one’s own', (client) => partOf(client, 'styles').set('r1:c1', { color: 'url(//x)' }), 'yxls'],
    ['frozen rows of no kind', (client) => sheetOf(client).set('frozen', { rows: { deep: 1 } }), 'yxls'],
    ['a column as wide as the world', (client) => partOf(client, 'widths').set('c1', 1e9), 'yxls'],
    [
      'a cell with a hidden value',
      (client) => partOf(client, 'cells').set('r1:c1', hidden({ v: {} }, { f: '=1' })),
      'yxls',
    ],
    [
      'a formula with a hidden value',
      (client) => partOf(client, 'cells').set('r1:c1', hidden({ f: '=1' }, { v: {} })),
      'yxls',
    ],
    [
      'a style with a hidden colour',
      (client) => partOf(client, 'styles').set('r1:c1', hidden({}, { color: {} })),
      'yxls',
    ],
    ['more rows than a page can show', (client) => rowsOf(client).push(idsOf(200_000)), 'yxls'],
    [
      'more rows than a page can show, in many parts',
      (client) => {
        const rows = rowsOf(client)
        for (let part = 0; part < 5; part += 1) rows.insert(part, idsOf(50_000))
      },
      'yxls',
    ],
    [
      'more columns than a page can show',
      (client) => (sheetOf(client).get('columns') as Y.Array<unknown>).push(idsOf(10_000)),
      'yxls',
    ],
    [
      'more sheets than a page can show',
      (client) => client.getArray('sheets').push(Array.from({ length: 101 }, () => new Y.Map())),
      'yxls',
    ],
    ['an id that is none', (client) => (sheetOf(client).get('rows') as Y.Array<unknown>).push(['a:b']), 'yxls'],
    ['a number as an id', (client) => (sheetOf(client).get('rows') as Y.Array<unknown>).push([1]), 'yxls'],
    [
      'an array within the ids',
      (client) => (sheetOf(client).get('rows') as Y.Array<unknown>).push([new Y.Array()]),
      'yxls',
    ],
    [
      'a text within the ids',
      (client) => (sheetOf(client).get('rows') as Y.Array<unknown>).push([new Y.Text('a')]),
      'yxls',
    ],
  ]
  for (const [what, act, kind] of attacks)
    test(`${what} is refused`, () => {
      const { server, client } = world(kind)
      const fresh = kind === undefined ? client : new Y.Doc()
      const before = Y.encodeStateAsUpdate(server)
      const update = updateOf(fresh, act)
      assert.equal(
        codeOf(() => checkUpdate(server, kind ?? 'ydoc', update)),
        'document_update_refused',
      )
      assert.deepEqual(Y.encodeStateAsUpdate(server), before)
    })

  const good: [what: string, act: (client: Y.Doc) => void, kind?: DocumentKind][] = [
    [
      'letters, marks and embedded values',
      (client) => {
        first(client).insert(1, '字', { bold: true })
        first(client).insertEmbed(0, { image: '7' })
        first(client).format(0, 2, { link: { href: 'https://example.com' } })
      },
    ],
    [
      'elements with attributes',
      (client) => {
        const cell = new Y.XmlElement('tableCell')
        cell.setAttribute('colwidth', [120, 80] as never)
        client.getXmlFragment('default').insert(0, [cell])
        cell.removeAttribute('colwidth')
      },
    ],
    [
      'deleting and undoing',
      (client) => {
        const undo = new Y.UndoManager(client.getXmlFragment('default'))
        client.getXmlFragment('default').delete(0, 1)
        undo.undo()
      },
    ],
    [
      'threads of comments',
      (client) => {
        const thread = new Y.Map<unknown>()
        client.getMap('comments').set('t1', thread)
        thread.set('texts', Y.Array.from([{ text: '好', by: 3 }]))
        thread.set('body', new Y.Text('好'))
      },
    ],
    [
      'a sheet',
      (client) => {
        const sheet = new Y.Map<unknown>()
        client.getArray('sheets').push([sheet])
        sheet.set('id', 's1')
        sheet.set('name', '')
        sheet.set('rows', Y.Array.from(['r1']))
        sheet.set('columns', new Y.Array())
        const cells = new Y.Map<unknown>()
        sheet.set('cells', cells)
        cells.set('r1:c1', { v: 1 })
        cells.set('r1:c1', { f: '=SUM({r1:c1}:{$r1:$c2})' })
        cells.delete('r1:c1')
        for (const [part, key, value] of [
          ['styles', 'r1:c1', { bold: true, align: 'center', color: 'red', fill: 'yellow', format: 'percent' }],
          ['widths', 'c1', 140],
          ['deleted', 'r1', true],
        ] as const) {
          sheet.set(part, new Y.Map())
          ;(sheet.get(part) as Y.Map<unknown>).set(key, value)
        }
        const undo = new Y.UndoManager(client.getArray('sheets'))
        client.getArray('sheets').delete(0, 1)
        undo.undo()
      },
      'yxls',
    ],
  ]
  for (const [what, act, kind] of good)
    test(`${what} are accepted, whole and step by step`, () => {
      const { server, client } = world(kind)
      const fresh = kind === undefined ? client : new Y.Doc()
      const steps: Uint8Array[] = []
      fresh.on('update', (update: Uint8Array) => steps.push(update))
      const whole = updateOf(fresh, act)
      assert.equal(
        codeOf(() => checkUpdate(server, kind ?? 'ydoc', whole)),
        'accepted',
      )
      for (const step of steps) {
        assert.deepEqual(checkUpdate(server, kind ?? 'ydoc', step).isNews, true)
        Y.applyUpdate(server, step)
      }
      assert.deepEqual(checkUpdate(server, kind ?? 'ydoc', whole).isNews, false)
      assert.equal(server.store.pendingStructs, null)
    })
})

describe('[DOC-02] updates that are damaged or miss their neighbours are refused', () => {
  test('an update without the one before is outdated', () => {
    const { server, client } = world()
    updateOf(client, (each) => write(each, '丢了'))
    const second = updateOf(client, (each) => write(each, '后来'))
    assert.equal(
      codeOf(() => checkUpdate(server, 'ydoc', second)),
      'document_outdated',
    )
  })

  test('deleting what the document does not have is outdated', () => {
    const { server } = world()
    const encoder = encoding.createEncoder()
    for (const number of [0, 1, 77, 1, 0, 1_000_000]) encoding.writeVarUint(encoder, number)
    assert.equal(
      codeOf(() => checkUpdate(server, 'ydoc', encoding.toUint8Array(encoder))),
      'document_outdated',
    )
  })

  test('a clock beyond all changes is refused', () => {
    const { server } = world()
    const encoder = encoding.createEncoder()
    // One struct of the client 77, from clock 0: collected, of an impossible length. Nothing deleted.
    for (const number of [1, 1, 77, 0]) encoding.writeVarUint(encoder, number)
    encoding.writeUint8(encoder, 0)
    encoding.writeVarUint(encoder, 2 ** 40)
    encoding.writeVarUint(encoder, 0)
    assert.equal(
      codeOf(() => checkUpdate(server, 'ydoc', encoding.toUint8Array(encoder))),
      'document_update_refused',
    )
  })

  test('items that wait for each other in a circle are refused', () => {
    const { server } = world()
    const encoder = encoding.createEncoder()
    encoding.writeVarUint(encoder, 2)
    for (const [client, other] of [
      [88, 77],
      [77, 88],
    ] as const) {
      // One item with a left neighbour of the other client, holding a letter.
      encoding.writeVarUint(encoder, 1)
      encoding.writeVarUint(encoder, client)
      encoding.writeVarUint(encoder, 0)
      encoding.writeUint8(encoder, 4 | 128)
      encoding.writeVarUint(encoder, other)
      encoding.writeVarUint(encoder, 0)
      encoding.writeVarString(encoder, 'a')
    }
    encoding.writeVarUint(encoder, 0)
    assert.equal(
      codeOf(() => checkUpdate(server, 'ydoc', encoding.toUint8Array(encoder))),
      'document_update_refused',
    )
  })

  test('random bytes, and updates with changed bytes, are refused or do no harm', () => {
    const random = randomOf(seed)
    const rounds = isDeep ? 20_000 : 600
    const refused = { document_update_refused: 0, document_outdated: 0, accepted: 0 } as Record<string, number>
    for (let round = 0; round < rounds; round += 1) {
      const { server, client } = world()
      const update = Uint8Array.from(
        updateOf(client, (each) => {
          write(each, '改动')
          first(each).insert(1, '字', { bold: true })
          each.getMap('comments').set('t', new Y.Map([['a', 1]]))
          each.getXmlFragment('default').delete(0, 1)
        }),
      )
      const isNoise = round % 10 === 0
      const changes = 1 + Math.floor(random() * 4)
      for (let at = 0; at < (isNoise ? update.length : changes); at += 1)
        update[isNoise ? at : Math.floor(random() * update.length)] = Math.floor(random() * 256)
      const cut = random() < 0.2 ? update.subarray(0, Math.floor(random() * update.length)) : update
      const code = codeOf(() => checkUpdate(server, 'ydoc', cut))
      assert.ok(code in refused, `SEED=${seed} round ${round}: ${code}`)
      refused[code]! += 1
      if (code !== 'accepted') continue
      Y.applyUpdate(server, cut)
      assert.deepEqual(
        [server.store.pendingStructs, server.store.pendingDs],
        [null, null],
        `SEED=${seed} round ${round}`,
      )
      // The document is still one that everybody reads, and that can be stored and loaded.
      const loaded = new Y.Doc()
      prepareRoots(loaded, 'ydoc')
      Y.applyUpdate(loaded, Y.encodeStateAsUpdate(server))
      assert.deepEqual(paragraphsOf(loaded), paragraphsOf(server))
    }
    assert.ok(refused.document_update_refused! > 0 && refused.accepted! > 0, JSON.stringify(refused))
  })
})

/** A value with fields that Yjs puts into its prototype. */
function hidden(shown: object, behind: object): object {
  return JSON.parse(
    `${JSON.stringify(shown).slice(0, -1)}${Object.keys(shown).length > 0 ? ',' : ''}"__proto__":${JSON.stringify(behind)}}`,
  ) as object
}

const rowsOf = (document: Y.Doc) => sheetOf(document).get('rows') as Y.Array<unknown>
const idsOf = (length: number) => Array.from({ length }, (_, at) => `x${at}`)

/** A new sheet, with all its parts. */
function sheetOf(document: Y.Doc): Y.Map<unknown> {
  const sheet = newSheet('s1', '', (of, at) => `${of}${at}`)
  document.getArray('sheets').push([sheet])
  return sheet
}

const partOf = (document: Y.Doc, name: string) => sheetOf(document).get(name) as Y.Map<unknown>

function first(document: Y.Doc): Y.XmlText {
  return (document.getXmlFragment('default').get(0) as Y.XmlElement).get(0) as Y.XmlText
}
