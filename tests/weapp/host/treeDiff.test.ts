import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { loadParts } from './parts'

const rows = fc.uniqueArray(fc.integer({ min: 1, max: 12 }).map(String))

/** What wcc makes of a list with wx:key. */
function list({ keys = [] }: { keys?: string[] }) {
  const row = (key: string) => ({
    tag: 'virtual',
    wxKey: key,
    attr: {},
    children: [{ tag: 'wx-view', attr: {}, children: [`${key} `] }],
  })
  return { tag: 'wx-page', attr: {}, children: [{ tag: 'virtual', wxXCkey: 2, attr: {}, children: keys.map(row) }] }
}

describe('drawing again', () => {
  test('rows follow the order of the data, whatever order they had before', () => {
    const parts = loadParts(console, { width: 375, height: 812 })
    parts.renderer.register({ id: 'view', tagName: 'wx-view', template: '<slot/>' })
    const id = parts.renderer.register({ id: 'list', tagName: 'page', template: list, data: { keys: [] } })
    const view = parts.renderer.create(id)
    view.attach(parts.window.document.body)
    fc.assert(
      fc.property(fc.array(rows, { minLength: 1, maxLength: 6 }), (steps) => {
        for (const keys of steps) {
          view.setData(parts.parse(JSON.stringify({ keys })))
          assert.equal(parts.window.document.body.textContent?.trim(), keys.join(' '))
        }
      }),
    )
    parts.close()
  })
})
