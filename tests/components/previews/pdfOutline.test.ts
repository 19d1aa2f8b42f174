import { describe, expect, test } from '@jest/globals'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { outlineOf } from '@/screens/previews/pdf/pdfOutline'

describe('[AH-38] the headings of a PDF', () => {
  test('are looked for among the first entries, however many lead nowhere', async () => {
    const dead = { title: 'dead', dest: 'nowhere', items: [] }
    const live = { title: ' live ', dest: [2], items: [dead, { title: 'below', dest: [3], items: [] }] }
    const asked: string[] = []
    const pdf = {
      getOutline: async () => [live, ...Array.from({ length: 100_000 }, () => dead), live],
      getDestination: async (name: string) => {
        asked.push(name)
        return null
      },
    } as unknown as PDFDocumentProxy
    expect(await outlineOf(pdf)).toEqual([
      { level: 1, text: 'live', page: 3 },
      { level: 2, text: 'below', page: 4 },
    ])
    expect(asked.length).toBeLessThan(1000)
  })
})
