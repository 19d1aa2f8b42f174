import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { bytesAt, fileOf, finished, me, startDocumentServer } from './documentServer'

describe('[PREV-02] drawings of every size fill the picture', () => {
  startDocumentServer(() => new Date())

  const sizes: [string, number, number][] = [
    ['width="10mm" height="5mm" viewBox="0 0 10 5"', 1024, 512],
    ['width="3cm" height="2cm"', 1024, 683],
    ['width="2in" height="1in"', 1024, 512],
    ['width="12pt" height="12pt" viewBox="0 0 100 100"', 1024, 1024],
    ['width="200cm" height="100cm"', 1024, 512],
    ['viewBox="0 0 1000000 500000"', 1024, 512],
    ['viewBox="0 0 100000000 50000000"', 1024, 512],
    ['width="200000" height="100000"', 1024, 512],
  ]
  for (const [size, width, height] of sizes) {
    test(size, async () => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="#c33"/></svg>`
      const { preview_url, reason } = await finished((await fileOf('a.svg', svg)).id, me, { kind: 'image_1024' })
      assert.equal(reason, null)
      const picture = await sharp(await bytesAt(preview_url)).metadata()
      const isNear = (one: number, other: number) => Math.abs(one - other) <= 16
      assert.ok(isNear(picture.width, width) && isNear(picture.height, height), `${picture.width}x${picture.height}`)
    })
  }
})
