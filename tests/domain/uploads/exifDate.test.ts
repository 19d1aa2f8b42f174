import { describe, expect, test } from '@jest/globals'
import { EXIF_HEAD, exifDate } from '@/domain/uploads/exifDate'
import { datedPhoto, heic, photo } from '../../support/samples/samples'

const local = '2019-05-01T14:30:07'

/** The EXIF block of a photo in big-endian order, as a Sony or a Nikon writes it. */
function bigEndian(date: string): Uint8Array {
  const block = Buffer.alloc(100)
  block.write('Exif\0\0MM\0*', 0, 'latin1')
  const tiff = block.subarray(6)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x8769, 10)
  tiff.writeUInt32BE(30, 18)
  tiff.writeUInt16BE(1, 30)
  tiff.writeUInt16BE(0x9003, 32)
  tiff.writeUInt32BE(60, 40)
  tiff.write(date, 60, 'latin1')
  return block
}

describe('[AH-12] a picture tells when it was taken', () => {
  test('a JPEG contains the time of the camera’s clock', async () => {
    expect(exifDate(await datedPhoto('2019:05:01 14:30:07'))).toStrictEqual({ local, zone: null })
  })

  for (const [zone, minutes] of [
    ['+08:00', 480],
    ['-03:30', -210],
    ['+00:00', 0],
  ] as const) {
    test(`a JPEG may contain the zone ${zone}`, async () => {
      expect(exifDate(await datedPhoto('2019:05:01 14:30:07', { zone }))).toStrictEqual({ local, zone: minutes })
    })
  }

  test('a HEIC container holds the same block', async () => {
    expect(exifDate(await datedPhoto('2019:05:01 14:30:07', { as: 'avif' }))).toStrictEqual({ local, zone: null })
  })

  test('a big-endian block is read', () => {
    expect(exifDate(bigEndian('2019:05:01 14:30:07\0'))).toStrictEqual({ local, zone: null })
  })

  test('a view into a larger buffer is read at its offset', () => {
    const block = bigEndian('2019:05:01 14:30:07\0')
    const larger = Buffer.concat([Buffer.alloc(13), block])
    expect(exifDate(larger.subarray(13))).toStrictEqual({ local, zone: null })
  })

  test('a picture without a date has none', async () => {
    for (const bytes of [await photo(), heic(), Buffer.alloc(0), Buffer.from('Exif'), Buffer.from('text about Exif')]) {
      expect(exifDate(bytes)).toBeNull()
    }
  })

  test('the first second of 1980 is a date', () => {
    expect(exifDate(bigEndian('1980:01:01 00:00:00'))).toStrictEqual({ local: '1980-01-01T00:00:00', zone: null })
  })

  for (const date of [
    '0000:00:00 00:00:00',
    '1970:01:01 00:00:00',
    '1979:12:31 23:59:59',
    '    :  :     :  :  ',
    'yesterday at noon..',
  ]) {
    test(`“${date}” is no date`, () => expect(exifDate(bigEndian(date))).toBeNull())
  }

  test('a picture that is cut anywhere or has any wrong byte never throws and never hangs', async () => {
    const whole = (await datedPhoto('2019:05:01 14:30:07', { zone: '+08:00' })).subarray(0, 400)
    for (let length = 0; length < whole.length; length += 1) exifDate(whole.subarray(0, length))
    for (let at = 0; at < whole.length; at += 1) {
      for (const byte of [0, 0xff]) {
        const broken = Uint8Array.from(whole)
        broken[at] = byte
        exifDate(broken)
      }
    }
    exifDate(new Uint8Array(EXIF_HEAD).fill(0x45))
  })
})
