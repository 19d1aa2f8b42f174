import { observer } from 'mobx-react'
import { lazyPart } from '@/screens/app/lazyPart'
import type { SheetProps } from '../page/SheetProps'

const AccountSheets = lazyPart<SheetProps>(() => import(/* webpackChunkName: "visit-sheets" */ './AccountSheets'))

/** The sheets of the bar. */
export const BarSheets = observer(function BarSheets({ overlays }: SheetProps) {
  const isOpen = overlays.valueFor('languages') !== undefined || overlays.valueFor('me') !== undefined
  return isOpen ? <AccountSheets overlays={overlays} /> : null
})
