import assert from 'node:assert/strict'
import sharp from 'sharp'

/** Fails unless two pictures differ by more than this share of the brightness, 0 to 1. */
export async function differs(one: Buffer, other: Buffer, least: number): Promise<void> {
  const share = await difference(one, other)
  assert.equal(share > least, true, `only ${share} differs`)
}

/** Fails unless each quarter of two pictures differs by more than this share of the brightness, 0 to 1. */
export async function differsEverywhere(one: Buffer, other: Buffer, least: number): Promise<void> {
  const { width, height } = await sharp(one).metadata()
  const whole = await sharp(other).resize(width, height, { fit: 'fill' }).png().toBuffer()
  const half = { width: Math.floor(width / 2), height: Math.floor(height / 2) }
  for (const left of [0, width - half.width]) {
    for (const top of [0, height - half.height]) {
      const [mine, theirs] = await Promise.all(
        [one, whole].map((picture) =>
          sharp(picture)
            .extract({ left, top, ...half })
            .png()
            .toBuffer(),
        ),
      )
      const share = await difference(mine!, theirs!)
      assert.equal(share > least, true, `only ${share} differs from ${left}, ${top} of ${width} × ${height} on`)
    }
  }
}

/** Fails when two pictures have different sizes, or differ by more than this share of the brightness, 0 to 1. */
export async function agrees(one: Buffer, other: Buffer, most: number): Promise<void> {
  const [mine, theirs] = await Promise.all(
    [one, other].map(async (picture) => {
      const { width, height } = await sharp(picture).metadata()
      return { width, height }
    }),
  )
  assert.deepEqual(mine, theirs)
  const share = await difference(one, other)
  assert.equal(share <= most, true, `${share} differs`)
}

async function difference(one: Buffer, other: Buffer) {
  const { width, height } = await sharp(one).metadata()
  const greys = (picture: Buffer) =>
    sharp(picture).flatten().resize(width, height, { fit: 'fill' }).greyscale().raw().toBuffer()
  const [left, right] = await Promise.all([greys(one), greys(other)])
  return left.reduce((sum, value, at) => sum + Math.abs(value - (right[at] ?? 0)), 0) / left.length / 255
}

/**
 * Fails unless two pictures show the same shapes and colours at the same places, by whatever renderer: each cell of a coarse grid
 * may differ by this share, 0 to 1.
 */
export async function looksAlike(
  one: Buffer,
  other: Buffer,
  most: number,
  grid = { width: 24, height: 16 },
): Promise<void> {
  const [mine, theirs] = await Promise.all(
    [one, other].map((picture) =>
      sharp(picture)
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .resize({ ...grid, fit: 'fill', kernel: 'linear' })
        .blur(1)
        .removeAlpha()
        .raw()
        .toBuffer(),
    ),
  )
  const parts = Array.from(mine!, (value, at) => Math.abs(value - theirs![at]!) / 255)
  const largest = parts.indexOf(Math.max(...parts))
  const at = `${Math.floor(largest / 3) % grid.width}, ${Math.floor(largest / 3 / grid.width)}`
  assert.equal(parts[largest]! <= most, true, `${parts[largest]} differs at ${at} of ${grid.width} × ${grid.height}`)
}
