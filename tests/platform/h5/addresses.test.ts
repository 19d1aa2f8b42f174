import { describe, expect, test } from '@jest/globals'
import { compilePatterns } from '@/platform/h5/router/patterns'
import { pageUrl, placeAt } from '@/platform/places'
import type { Place } from '@/platform/Platform'
import { customRoutes } from '@/domain/routes'

const NAME = 'aB_-'.repeat(5) + 'xy'
const patterns = compilePatterns(
  Object.keys(customRoutes).map((path) => ({ path: path.slice(1), load: () => [null] })),
  customRoutes,
)

/** The place that the page of an address reads out of its parameters. */
function placeOfAddress(address: string): Place | undefined {
  const found = patterns.find(address)
  return found && placeAt(`/${found.route.path}?${new URLSearchParams(found.params)}`)
}

describe('[RT-07] addresses for WeChat, which begin with wx', () => {
  const table: [string, Place][] = [
    ['/wx/preview/5', { page: 'wxPreview', fileId: 5 }],
    ['/wx/preview/5?root_id=3', { page: 'wxPreview', fileId: 5, root: 3 }],
    [`/wx/share/preview/${NAME}`, { page: 'wxShare', uniqueName: NAME }],
    [
      `/wx/share/preview/${NAME}?item_id=5&root_id=3&password=k7+m3&saved=1`,
      { page: 'wxShare', uniqueName: NAME, item: 5, root: 3, password: 'k7 m3', saved: true },
    ],
  ]
  test.each(table)('%s', (address, place) => {
    expect(placeOfAddress(address)).toStrictEqual(place)
    expect(patterns.resolve(pageUrl(place))?.address).toBe(address)
  })

  test.each(['/wx', '/wx/preview', '/wx/preview/abc', '/wx/share/preview/short', `/wx/share/${NAME}`, '/WX/preview/5'])(
    '%s is no such address',
    (address) => expect(placeOfAddress(address)).toBeUndefined(),
  )

  test('the same link outside that mode is the page of a visit', () => {
    expect(placeOfAddress(`/share/${NAME}`)).toStrictEqual({ page: 'visit', uniqueName: NAME })
  })
})
