import assert from 'node:assert/strict'
import sharp from 'sharp'

/** Fails unless two pictures differ by more than this share of the brightness, 0 to 1. */
export async function differs(one: Buffer, other: Buffer, least: number): Promise<void> {
  const share = await difference(one, other)
  assert.equal(share > least, true, `only ${share} differs`)
}

async function difference(one: Buffer, other: Buffer) {
  const { width, height } = await sharp(one).metadata()
  const greys = (picture: Buffer) => sharp(picture).flatten().resize(width, height, { fit: 'fill' }).greyscale().raw().toBuffer()
  const [left, right] = await Promise.all([greys(one), greys(other)])
  return left.reduce((sum, value, at) => sum + Math.abs(value - (right[at] ?? 0)), 0) / left.length / 255
}
