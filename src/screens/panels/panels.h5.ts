import { lazy } from 'react'
import type { PanelEntry } from './PanelProps'

/** Panels of packages over a page; one chunk each. */
export const panels: readonly PanelEntry[] = [
  {
    flag: 'search',
    Panel: lazy(() => import(/* webpackChunkName: "search" */ '../search/SearchOverlay')),
    isWhole: true,
  },
  {
    flag: 'preview',
    Panel: lazy(() => import(/* webpackChunkName: "preview" */ '../previews/PreviewOverlay')),
    isWhole: true,
  },
  {
    flag: 'tab',
    value: 'collab',
    Panel: lazy(() => import(/* webpackChunkName: "members" */ '../members/MembersOverlay')),
  },
  { flag: 'access', Panel: lazy(() => import(/* webpackChunkName: "access" */ '../members/AccessOverlay')) },
  { flag: 'comment', Panel: lazy(() => import(/* webpackChunkName: "comments" */ '../comments/CommentsOverlay')) },
  { flag: 'movecopy', Panel: lazy(() => import(/* webpackChunkName: "pick" */ '../moving/MoveCopyOverlay')) },
  { flag: 'copyas', Panel: lazy(() => import(/* webpackChunkName: "pick" */ '../documents/CopyAsOverlay')) },
  { flag: 'share', Panel: lazy(() => import(/* webpackChunkName: "share" */ '../shares/ShareOverlay')) },
  { flag: 'contactselect', Panel: lazy(() => import(/* webpackChunkName: "people" */ '../contacts/ContactsOverlay')) },
]
