import type { ComponentType } from 'react'
import type { OverlayFlag } from '@/domain/overlays'
import { AddSheet } from './AddSheet'
import { lazyPart } from '@/screens/app/lazyPart'
import { NavigationOverlay } from './NavigationOverlay'
import { SelectMode } from '../SelectMode'
import type { SheetProps } from './SheetProps'
import { SortOverlay } from './SortOverlay'
import { UploadsOverlay } from '../uploads/UploadsOverlay'

const Scan = lazyPart<SheetProps>(() => import(/* webpackChunkName: "scan" */ '@/screens/scans/ScanPanel'))

const Offline = lazyPart<SheetProps>(() => import(/* webpackChunkName: "offline" */ '@/screens/offline/OfflinePanel'))

/** Sheets of a list by their flags, lowest first; part of the page on both builds. */
export const sheets: readonly { flag: OverlayFlag; Sheet: ComponentType<SheetProps> }[] = [
  { flag: 'select', Sheet: SelectMode },
  { flag: 'filenav', Sheet: NavigationOverlay },
  { flag: 'sort', Sheet: SortOverlay },
  { flag: 'add', Sheet: AddSheet },
  { flag: 'uploads', Sheet: UploadsOverlay },
  { flag: 'scan', Sheet: Scan },
  { flag: 'offline', Sheet: Offline },
]
