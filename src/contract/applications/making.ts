import { Type } from '@sinclair/typebox'
import { Id, oneOf } from '../call'
import { openCall } from './openCall'
import { OpenItem } from './items'

/** A path below a root, such as `课件/第一章`. What is missing on it is made. */
const target_folder_path = Type.String({ maxLength: 4000 })
const department_id = Type.Optional(Id)

/** What programs make of items, or beside them (OAPI-03). */
export const makingCalls = {
  /** At most 1,000 items. */
  'POST /v2/folder/{id}/copy': openCall({ id: Id, target_folder_id: Id, department_id }, OpenItem.properties),
  'POST /v2/file/{id}/copy_by_path': openCall({ id: Id, target_folder_path }, OpenItem.properties),
  'POST /v2/folder/create_by_path': openCall({ target_folder_path, department_id }, OpenItem.properties),
  /** The address of a zip of items, valid for an hour: `file_1`, `folder_2`. */
  'POST /v2/file/pack_download': openCall(
    {
      item_typed_ids: Type.Array(Type.String({ pattern: '^(file|folder)_[0-9]{1,15}$' }), {
        minItems: 1,
        maxItems: 1000,
      }),
    },
    { download_url: Type.String() },
  ),
  /** An empty document of the drive's own editor: 1 a text, 3 a table. There are no slides (2). */
  'POST /v2/file/create_blank_file': openCall(
    {
      name: Type.String({ minLength: 1, maxLength: 4000 }),
      type: oneOf('1', '2', '3'),
      parentFolderId: Id,
      /** The enterprise is the token's; another is not found. */
      parentEnterpriseId: Type.Optional(Id),
      departmentId: department_id,
      /** 2: a name that is taken gets a number, as always. */
      nameConflictResolveStrategy: Type.Optional(Type.String({ maxLength: 10 })),
    },
    OpenItem.properties,
  ),
}
