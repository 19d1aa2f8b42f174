import { setImmediate } from 'node:timers'
import { expect, test } from '@jest/globals'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { PdfPictures } from '@/screens/previews/pdf/pdfPictures'

/** A PDF whose pages are drawn when the test says so. */
function pdfOf() {
  const freed: number[] = []
  const drawn = new Map<number, { succeed(): void; fail(): void }>()
  const pdf = {
    getPage: async (number: number) => ({
      getViewport: ({ scale }: { scale: number }) => ({ width: 100 * scale, height: 200 * scale }),
      render: () => ({
        promise: new Promise<void>((resolve, reject) =>
          drawn.set(number, { succeed: resolve, fail: () => reject(new Error('cancelled')) }),
        ),
        cancel: () => drawn.get(number)!.fail(),
      }),
      cleanup: () => freed.push(number),
    }),
  }
  return { pictures: new PdfPictures(pdf as unknown as PDFDocumentProxy), freed, drawn }
}

function boxOf(): HTMLElement {
  return Object.defineProperties(document.createElement('div'), {
    clientWidth: { value: 50 },
    clientHeight: { value: 50 },
  })
}

const turns = () => new Promise((resolve) => setImmediate(resolve))

test('[AH-38] a small picture frees what pdf.js holds for its page, whether it is drawn or cancelled', async () => {
  const { pictures, freed, drawn } = pdfOf()
  const box = boxOf()
  pictures.draw(1, box)
  await turns()
  expect([box.children.length, freed]).toStrictEqual([0, []])
  drawn.get(1)!.succeed()
  await turns()
  expect([box.children.length, freed]).toStrictEqual([1, [1]])
  const end = pictures.draw(2, boxOf())
  await turns()
  end()
  await turns()
  expect(freed).toStrictEqual([1, 2])
})
