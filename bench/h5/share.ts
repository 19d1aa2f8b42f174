import { median, type Measurement } from '../measurement'
import { client } from '../../tests/support/client'
import { makeLink } from '../../tests/support/shares/shares'
import { firstRowBytes } from './bytes'
import { timeFirstRow } from './firstRow'
import { atPlace, type OwnPlace, type Place } from './place'
import { open, takePhone, type Limits } from './visit'

const rounds = 5
const usual = 1000
const slow: Limits = { network: true, cpu: true }

/** Measures the page of a link to one picture, opened by an anonymous visitor. The baseline is the plain page's first row (bench/baseline). */
export function measureShare(): Promise<Measurement[]> {
  return atPlace(async (place) => {
    const folder = await place.world.fill(usual)
    const address = await sharePicture(place)
    const bytes = await weighShare(place, address)
    const mine: Shown[] = []
    const plain: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      plain.push((await timeFirstRow(place.browser, place.baseline, folder.id)).firstRow)
      mine.push(await timeShare(place, address))
    }
    const baseline = median(plain)
    return [
      ...bytes,
      { id: 'h5.share.drawn', value: median(mine.map(({ drawn }) => drawn)), baseline },
      { id: 'h5.share.picture', value: median(mine.map(({ picture }) => picture)), baseline },
    ]
  })
}

/** Only values that are equal in every run. */
export async function countShare(place: OwnPlace): Promise<Measurement[]> {
  return weighShare(place, await sharePicture(place))
}

/** Makes a public link to a picture and opens it once, so that the rendition exists. */
export async function sharePicture({ browser, world, ours }: OwnPlace): Promise<string> {
  const owner = await client(ours).as(world.login)
  const { unique_name: name } = await makeLink(owner, await world.picture())
  const address = `${ours.url}/share/${name}`
  const phone = await takePhone(browser, '', ours.url, { limits: {}, picture: true })
  await open(phone, address)
  await phone.close()
  return address
}

/** The code that the first view loads, including its footer but not preloaded files. */
async function weighShare({ browser, ours }: OwnPlace, address: string): Promise<Measurement[]> {
  const phone = await takePhone(browser, '', ours.url, { limits: {}, picture: true })
  try {
    await open(phone, address)
    await phone.page.locator('.visit-buttons').waitFor()
    await phone.page.evaluate(() => void (window.bench.firstSeen = performance.now()))
    const { gzip, requests } = await firstRowBytes(phone.page, ours.folder)
    return [
      { id: 'h5.share.gzip', value: gzip },
      { id: 'h5.share.requests', value: requests },
    ]
  } finally {
    await phone.close()
  }
}

/** s */
interface Shown {
  /** Until the screen around the picture is painted. */
  drawn: number
  picture: number
}

export async function timeShare({ browser, ours }: Pick<Place, 'browser' | 'ours'>, address: string): Promise<Shown> {
  const phone = await takePhone(browser, '', ours.url, { limits: slow, picture: true })
  try {
    await open(phone, address)
    return await phone.page.evaluate(() => ({
      // Not reported yet, the first paint is that of the picture.
      drawn: (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? window.bench.firstRow!) / 1000,
      picture: window.bench.firstRow! / 1000,
    }))
  } finally {
    await phone.close()
  }
}
