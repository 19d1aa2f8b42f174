import { describe, expect, test } from '@jest/globals'
import {
  baseOf,
  joinAddress,
  linkPath,
  listPath,
  readLinkPath,
  readPath,
  readPreview,
  splitAddress,
  withoutBase,
  writeAddress,
  type ListLocation,
} from '@/domain/addresses'
import { customRoutes } from '@/domain/routes'
import { readOpenScreen } from '@/domain/applications/openScreens'
import { readListPath } from '@/domain/items/lists/readListPath'
import { itemAddress } from '@/domain/items/itemAddress'

const NAME = 'aB_-'.repeat(5) + 'xy'
const malformed = ['%', '%E0', '%zz', 'a%']

describe('[RT-01] the base', () => {
  test.each([
    ['/', '', '/'],
    ['/h5', '/h5', '/'],
    ['/h5/', '/h5', '/'],
    ['/h5/files/own', '/h5', '/files/own'],
    ['/h5files/own', '', '/h5files/own'],
    ['/files/h5', '', '/files/h5'],
    ['/H5/login', '', '/H5/login'],
  ])('%s', (path, base, rest) => expect([baseOf(path), withoutBase(path)]).toStrictEqual([base, rest]))
})

describe('[RT-02] the address of a list', () => {
  const table: [string, ListLocation][] = [
    ['/files/frequent', { space: 'frequent' }],
    ['/files/own', { space: 'own' }],
    ['/files/collab', { space: 'collab' }],
    ['/files/folder/12', { space: 'folder', id: 12 }],
    ['/files/dept/3', { space: 'dept', id: 3 }],
    ['/files/external/enterprise_7', { space: 'external', id: 'enterprise_7' }],
    ['/files/external/user_9', { space: 'external', id: 'user_9' }],
    ['/files/trash', { space: 'trash' }],
    ['/files/trash/user_9', { space: 'trash', id: 'user_9' }],
  ]
  test.each(table)('%s is read, and written again as it was', (address, place) => {
    for (const form of [address, `${address}/`, `/h5${address}`]) expect(readListPath(form)).toStrictEqual(place)
    expect(listPath(place)).toBe(address)
  })

  test.each(['/', '/h5', '/h5/'])('%s leads to the frequent space', (path) =>
    expect(readListPath(path)).toStrictEqual({ space: 'frequent' }),
  )

  test.each([
    '/files',
    '/files/',
    '/files/search',
    '/files/folder',
    '/files/dept',
    '/files/external',
    '/files/external/7',
    '/files/external/group_7',
    '/files/folder/user_9',
    '/files/folder/1e3',
    '/files/folder/-1',
    '/files/folder/1234567890123456',
    '/files/trash/12',
    '/files/own/5',
    '/files/own/..%2f',
    '/files/toString',
    '/files/__proto__/1',
    '/files/own\n',
    '//files/own',
    '/files//own',
    '/x/files/own',
    '/login',
    ...malformed.map((text) => `/files/folder/${text}`),
  ])('%j is no list', (path) => expect(readListPath(path)).toBeNull())
})

describe('[RT-03] the address of a link', () => {
  test('is read, and written again as it was', () => {
    for (const form of [linkPath(NAME), `${linkPath(NAME)}/`, `/h5/share/${NAME}`, `/wx/share/preview/${NAME}`])
      expect(readLinkPath(form)).toBe(NAME)
  })
  test.each(['/share', '/share/', '/share/short', `/share/${NAME}x`, `/share/${NAME}/1`, `/wx/share/${NAME}`])(
    '%s is no link',
    (path) => expect(readLinkPath(path)).toBeUndefined(),
  )
  test.each(malformed)('%s in it is no link', (text) => expect(readLinkPath(`/share/${text}`)).toBeUndefined())
})

describe('[RT-08] a file over a page', () => {
  test('the address of a file is read as its preview', () => {
    const address = itemAddress({ id: 5, type: 'file', department: null })
    expect(address).toBe('/files/frequent?preview=1&file_id=5')
    expect(readPreview(address)).toStrictEqual({ fileId: 5, isCurrent: true })
  })
  test('folders and departments have the address of their list', () => {
    expect(itemAddress({ id: 5, type: 'folder', department: null })).toBe('/files/folder/5')
    expect(itemAddress({ id: 5, type: 'folder', department: { id: 3 } as never })).toBe('/files/dept/3')
  })
  test.each(['/', '/h5', '/h5/files/own', '/files/folder/12', '/message', '/message/comment/7'])('over %s', (path) =>
    expect(readPreview(`${path}?preview=1&file_id=5&version=2`)).toStrictEqual({ fileId: 5, isCurrent: false }),
  )
  test.each([
    '/login?preview=1&file_id=5',
    `/share/${NAME}?preview=1&file_id=5`,
    '/files/own?file_id=5',
    '/files/own?preview=1',
    '/files/own?preview=1&file_id=-5',
    '/files/own?preview=1&file_id=5x',
    '/files/own?preview=1&file_id=9999999999999999',
    '/files/own#?preview=1&file_id=5',
  ])('%s opens no file', (url) => expect(readPreview(url)).toBeNull())
})

describe('[RT-09] a screen that applications embed', () => {
  test.each([
    ['/open_upload', { module: 'open_upload' }],
    ['/h5/open_preview/', { module: 'open_preview' }],
    ['/select_files', { module: 'select_files' }],
    ['/select_destination/own', { module: 'select_destination', space: 'own' }],
    ['/select_files/folder/12', { module: 'select_files', space: 'folder', id: '12' }],
  ])('%s', (path, screen) => expect(readOpenScreen(path)).toStrictEqual(screen))
  test.each(['/', '/open_upload/1', '/select', '/select_files/a/b/c', '/files/select_files', '/select_files/%'])(
    '%s is none',
    (path) => expect(readOpenScreen(path)).toBeNull(),
  )
})

describe('patterns', () => {
  test.each(Object.values(customRoutes).flat())('what is written by %s is read as it was', (pattern) => {
    const values = ['7', 'user_9', 'a b', 'ä/ö?&#%', '..', '书包']
    for (const value of values) {
      const params = Object.fromEntries([...pattern.matchAll(/:(\w+)/g)].map(([, name]) => [name!, value]))
      const path = writeAddress(pattern, new URLSearchParams(params))!
      expect(readPath(pattern, path)).toStrictEqual(params)
    }
  })
  test('without a required parameter nothing is written; an optional one may be missing', () => {
    expect(writeAddress('/share/:name', new URLSearchParams())).toBeUndefined()
    expect(writeAddress('/message/:type?/:id?', new URLSearchParams({ type: 'collab' }))).toBe('/message/collab')
    expect(writeAddress('/message/:type?/:id?', new URLSearchParams())).toBe('/message')
  })
  test.each(malformed)('%s is no parameter', (text) =>
    expect(readPath('/share/:name', `/share/${text}`)).toBeUndefined(),
  )
  test('an address is split and joined without its fragment', () => {
    const { path, query } = splitAddress('/a?b=1&c=2#d?e=3')
    expect(joinAddress(path, query)).toBe('/a?b=1&c=2')
  })
})
