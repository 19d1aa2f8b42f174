import { foundation } from './001_foundation'
import { twoStep } from './002_twoStep'
import { trash } from './003_trash'
import { search } from './004_search'
import { copyMove } from './005_copyMove'
import { packs } from './006_packs'
import { contents } from './007_contents'
import { messages } from './008_messages'
import { live } from './010_live'
import { liveClients } from './011_liveClients'
import { uploadParts } from './012_uploadParts'
import { guidesAndActions } from './013_guidesAndActions'
import { bodiesWithoutHash } from './014_bodiesWithoutHash'
import { media } from './015_media'
import { archives } from './016_archives'

/** Forward only: a migration that was published is never changed, the next one mends it. */
export const migrations = [
  { number: 1, name: 'foundation', sql: foundation },
  { number: 2, name: 'two-step', sql: twoStep },
  { number: 3, name: 'trash', sql: trash },
  { number: 4, name: 'search', sql: search },
  { number: 5, name: 'copy and move', sql: copyMove },
  { number: 6, name: 'packs', sql: packs },
  { number: 7, name: 'contents', sql: contents },
  { number: 8, name: 'messages', sql: messages },
  { number: 10, name: 'live', sql: live },
  { number: 11, name: 'live clients', sql: liveClients },
  { number: 12, name: 'upload parts', sql: uploadParts },
  { number: 13, name: 'guides and actions', sql: guidesAndActions },
  { number: 14, name: 'bodies without hash', sql: bodiesWithoutHash },
  { number: 15, name: 'media', sql: media },
  { number: 16, name: 'archives', sql: archives },
]
