import { describe, expect, test } from '@jest/globals'
import { encodeCall, type EncodedCall } from '@/api/encodeCall'

/** Sentence of the specification, the call, and what is sent. */
const table: [string, EncodedCall, EncodedCall][] = [
  [
    'a call without a body is a GET whose request is the query',
    encodeCall('GET /apps/files/file_list_for_collabs', {
      offset: 25,
      limit: 25,
      sort_by: 'name',
      sort_direction: 'asc',
    }),
    { method: 'GET', path: '/api/apps/files/file_list_for_collabs?offset=25&limit=25&sort_by=name&sort_direction=asc' },
  ],
  [
    'a call with a body is a POST of JSON',
    encodeCall('POST /apps/files/edit', { item_typed_id: 'file_3', name: '年报.pdf' }),
    { method: 'POST', path: '/api/apps/files/edit', body: { item_typed_id: 'file_3', name: '年报.pdf' } },
  ],
  [
    'a named part of the path is filled and leaves the query',
    encodeCall('GET /apps/files/file_list/{folderId}', { folderId: 12, folder_type: 'folder', limit: 25 }),
    { method: 'GET', path: '/api/apps/files/file_list/12?folder_type=folder&limit=25' },
  ],
  [
    'the own root is the number 0, not an absent part',
    encodeCall('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' }),
    { method: 'GET', path: '/api/apps/files/file_list/0?folder_type=own' },
  ],
  [
    'booleans of a query are words and what is undefined is left out',
    encodeCall('GET /apps/representations/info', {
      file_id: 5,
      kind: 'pdf',
      is_first: true,
      wps_enable: false,
      scenario: undefined,
    }),
    { method: 'GET', path: '/api/apps/representations/info?file_id=5&kind=pdf&is_first=true&wps_enable=false' },
  ],
  [
    'values of a query are escaped',
    encodeCall('GET /apps/files/file_list_for_collabs', { scenario: 'a&b=c 中' }),
    { method: 'GET', path: '/api/apps/files/file_list_for_collabs?scenario=a%26b%3Dc%20%E4%B8%AD' },
  ],
  [
    'a list in a body stays a list',
    encodeCall('POST /apps/files/delete', { item_typed_ids: ['file_1', 'folder_2'] }),
    { method: 'POST', path: '/api/apps/files/delete', body: { item_typed_ids: ['file_1', 'folder_2'] } },
  ],
]

describe('the form of a call', () => {
  test.each(table)('%s', (_sentence, sent, expected) => expect(sent).toStrictEqual(expected))

  test('the request object stays unchanged', () => {
    const request = { folderId: 3 }
    encodeCall('GET /apps/files/file_list/{folderId}', request)
    expect(request).toStrictEqual({ folderId: 3 })
  })
})
