import { describe, expect, test } from '@jest/globals'
import type { Place } from '@/platform/Platform'
import { pageUrl, placeAt, placeOf } from '@/platform/places'

describe('a place and the address of its page', () => {
  const table: [Place, string][] = [
    [{ page: 'files', space: 'frequent' }, '/pages/files/index?space=frequent'],
    [{ page: 'files', space: 'own' }, '/pages/files/index?space=own'],
    [{ page: 'files', space: 'collab' }, '/pages/files/index?space=collab'],
    [{ page: 'files', space: 'trash' }, '/pages/files/index?space=trash'],
    [{ page: 'files', space: 'search' }, '/pages/files/index?space=search'],
    [{ page: 'files', space: 'folder', id: '3' }, '/pages/files/index?space=folder&id=3'],
    [{ page: 'files', space: 'dept', id: '12' }, '/pages/files/index?space=dept&id=12'],
    [{ page: 'files', space: 'external', id: 'enterprise_7' }, '/pages/files/index?space=external&id=enterprise_7'],
    [{ page: 'files', space: 'external', id: 'user_9' }, '/pages/files/index?space=external&id=user_9'],
    [
      { page: 'files', space: 'own', sort: { by: 'name', direction: 'asc' } },
      '/pages/files/index?space=own&sort_by=name&sort_direction=asc',
    ],
    [{ page: 'files', space: 'trash', id: 'enterprise_7' }, '/pages/files/index?space=trash&id=enterprise_7'],
    [{ page: 'login' }, '/packages/account/login/index'],
    [
      { page: 'login', redirect: '/files/own?a=1&b=2' },
      '/packages/account/login/index?redirect=%2Ffiles%2Fown%3Fa%3D1%26b%3D2',
    ],
    [{ page: 'security' }, '/packages/account/security/index'],
    [{ page: 'me' }, '/packages/account/me/index'],
    [{ page: 'admin' }, '/packages/admin/index'],
    [
      { page: 'search', searchIn: 'all', text: '', space: 'frequent' },
      '/packages/search/index?search=1&search_in=all&space=frequent',
    ],
    [
      { page: 'search', searchIn: 'current', text: '招 生', space: 'folder', id: '3' },
      '/packages/search/index?search=1&search_in=current&search_text=%E6%8B%9B%20%E7%94%9F&space=folder&id=3',
    ],
    [
      { page: 'search', searchIn: 'all', text: '100%', space: 'own' },
      '/packages/search/index?search=1&search_in=all&search_text=100%25&space=own',
    ],
    [{ page: 'preview', fileId: 5 }, '/packages/preview/index?preview=1&file_id=5'],
    [{ page: 'preview', fileId: 5, version: 2 }, '/packages/preview/index?preview=1&file_id=5&version=2'],
    [{ page: 'wxPreview', fileId: 5 }, '/packages/visit/wx/preview/index?file_id=5'],
    [{ page: 'wxPreview', fileId: 5, root: 3 }, '/packages/visit/wx/preview/index?file_id=5&root_id=3'],
    [{ page: 'wxShare', uniqueName: 'a'.repeat(22) }, `/packages/visit/wx/share/index?unique_name=${'a'.repeat(22)}`],
    [
      { page: 'wxShare', uniqueName: 'a'.repeat(22), item: 5, root: 3, password: 'k7 m3', saved: true },
      `/packages/visit/wx/share/index?unique_name=${'a'.repeat(22)}&item_id=5&root_id=3&password=k7%20m3&saved=1`,
    ],
    [{ page: 'message' }, '/packages/message/index'],
    [{ page: 'message', type: 'comment' }, '/packages/message/index?type=comment'],
    [{ page: 'message', type: 'collab', id: 7 }, '/packages/message/index?type=collab&id=7'],
    [{ page: 'pick', action: 'move', typedId: 'folder_12' }, '/packages/pick/index?movecopy=move%3Afolder_12'],
    [{ page: 'pick', action: 'copy', typedId: 'file_3' }, '/packages/pick/index?movecopy=copy%3Afile_3'],
    [{ page: 'people', choice: { mode: 'collect' } }, '/packages/people/index?contactselect=collect'],
    [
      { page: 'people', choice: { mode: 'invite', typedId: 'folder_3' } },
      '/packages/people/index?contactselect=invite%3Afolder_3',
    ],
    [
      { page: 'people', choice: { mode: 'share', typedId: 'chosen' } },
      '/packages/people/index?contactselect=share%3Achosen',
    ],
    [{ page: 'members', folderId: 3 }, '/packages/people/members/index?tab=collab&id=3'],
    [{ page: 'members', folderId: 3, isInviting: true }, '/packages/people/members/index?tab=collab&id=3&invite=1'],
    [{ page: 'access', typedId: 'file_3' }, '/packages/people/members/access/index?access=file_3'],
    [{ page: 'invitation', collabId: 9 }, '/packages/people/members/invitation/index?type=accept&collab_id=9'],
    [{ page: 'shares' }, '/packages/share/links/index'],
    [{ page: 'shares', item: 'folder_3' }, '/packages/share/links/index?item=folder_3'],
    [{ page: 'shares', id: 12 }, '/packages/share/links/index?id=12'],
    [{ page: 'shares', id: 0 }, '/packages/share/links/index?id=0'],
    [{ page: 'collects' }, '/packages/share/collect/index'],
    [{ page: 'collects', folder: 3 }, '/packages/share/collect/index?folder=3'],
    [{ page: 'collects', id: 12 }, '/packages/share/collect/index?id=12'],
    [
      { page: 'handIn', uniqueName: 'a'.repeat(22) },
      `/packages/share/collect/handin/index?unique_name=${'a'.repeat(22)}`,
    ],
    [{ page: 'visit', uniqueName: 'aB_-'.repeat(5) + 'xy' }, `/packages/visit/index?unique_name=${'aB_-'.repeat(5)}xy`],
    [
      { page: 'visit', uniqueName: 'a'.repeat(22), item: 'folder_3' },
      `/packages/visit/index?unique_name=${'a'.repeat(22)}&item=folder_3`,
    ],
    [
      { page: 'visit', uniqueName: 'a'.repeat(22), message: 7 },
      `/packages/visit/index?unique_name=${'a'.repeat(22)}&message=7`,
    ],
  ]

  for (const [place, url] of table) {
    test(url, () => {
      expect(pageUrl(place)).toBe(url)
      expect(placeAt(url)).toStrictEqual(place)
    })
  }
})

describe('addresses of no place', () => {
  for (const url of [
    '',
    '/',
    'pages/files/index',
    '/pages/other/index',
    '//evil.example/pages/files/index',
    'https://evil.example/pages/files/index?space=own',
    '/pages/files/index?space=attic',
    '/pages/files/index?space=toString',
    '/pages/files/index?space=folder',
    '/pages/files/index?space=folder&id=',
    '/pages/files/index?space=folder&id=3x',
    '/pages/files/index?space=folder&id=-3',
    '/pages/files/index?space=external&id=7',
    '/pages/files/index?space=external&id=group_7',
    '/pages/files/index?space=trash&id=7',
    '/packages/search/index',
    '/packages/search/index?search=1&search_text=a',
    '/packages/search/index?search_in=here',
    '/packages/search/index?search_in=all&space=folder&id=x',
    '/packages/preview/index',
    '/packages/preview/index?file_id=abc',
    '/packages/pick/index',
    '/packages/pick/index?movecopy=move',
    '/packages/pick/index?movecopy=eat:file_3',
    '/packages/pick/index?movecopy=move:department_3',
    '/packages/pick/index?movecopy=move:file_3x',
    '/packages/people/index',
    '/packages/people/index?contactselect=eat',
    '/packages/people/index?contactselect=share:',
    '/packages/people/index?contactselect=share:department_3',
    '/packages/people/index?contactselect=share:file_3x',
  ]) {
    test(JSON.stringify(url), () => expect(placeAt(url)).toBeUndefined())
  }
})

describe('the parameters of a page', () => {
  test('the files page without parameters is the frequent space', () => {
    expect(placeOf('files', {})).toStrictEqual({ page: 'files', space: 'frequent' })
  })

  test('WeChat passes a page its query as it was written', () => {
    expect(placeOf('people', { contactselect: 'share%3Afile_3' })).toStrictEqual({
      page: 'people',
      choice: { mode: 'share', typedId: 'file_3' },
    })
    expect(placeOf('pick', { movecopy: 'move%3Afile_3' })).toStrictEqual({
      page: 'pick',
      action: 'move',
      typedId: 'file_3',
    })
  })

  test('[MSG-09] the comments of an item name the message that opened them', () => {
    const place: Place = { page: 'comments', typedId: 'file_3', message: 7 }
    const url = '/packages/comments/index?comment=1&typed_id=file_3&message_id=7'
    expect([pageUrl(place), placeAt(url)]).toStrictEqual([url, place])
    expect(placeOf('comments', { typed_id: 'folder_3' })).toStrictEqual({ page: 'comments', typedId: 'folder_3' })
    expect(placeOf('comments', { typed_id: 'group_3', message_id: '7' })).toBeUndefined()
  })

  test('parameters of Taro, WeChat or an overlay are ignored', () => {
    const parameters = { space: 'folder', id: '3', $taroTimestamp: '1', __key_: '2', filenav: '1' }
    expect(placeOf('files', parameters)).toStrictEqual({ page: 'files', space: 'folder', id: '3' })
  })

  test('an id where the space has none is ignored', () => {
    expect(placeOf('files', { space: 'own', id: '3' })).toStrictEqual({ page: 'files', space: 'own' })
  })

  test('[RT-10] a search needs search_in, its words may be missing, and both are read escaped, as in WeChat, or unescaped', () => {
    const search = { page: 'search', searchIn: 'current', space: 'own' }
    const parameters = { search: '1', search_in: 'current', space: 'own' }
    expect(placeOf('search', { ...parameters, search_in: undefined })).toBeUndefined()
    expect(placeOf('search', parameters)).toStrictEqual({ ...search, text: '' })
    for (const search_text of ['招生 a', '%E6%8B%9B%E7%94%9F%20a']) {
      expect(placeOf('search', { ...parameters, search_text })).toStrictEqual({ ...search, text: '招生 a' })
    }
  })

  test('a return path is read escaped, as in WeChat, or unescaped', () => {
    for (const redirect of ['/files/own?a=%2F', '%2Ffiles%2Fown%3Fa%3D%252F']) {
      expect(placeOf('login', { redirect })).toStrictEqual({ page: 'login', redirect: '/files/own?a=%2F' })
    }
  })

  test('[AH-17] an invalid link or item shows all links', () => {
    for (const parameters of [{ id: '12x' }, { id: '-1' }, { item: 'department_3' }, { item: 'file_x' }]) {
      expect(placeOf('shares', parameters)).toStrictEqual({ page: 'shares' })
    }
  })

  test('a preview with an invalid version shows the current one', () => {
    expect(placeOf('preview', { file_id: '5', version: 'x' })).toStrictEqual({ page: 'preview', fileId: 5 })
  })
})
