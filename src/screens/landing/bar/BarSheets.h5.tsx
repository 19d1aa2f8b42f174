import { observer } from 'mobx-react'
import { later } from '@/screens/app/later'
import type { SheetProps } from '../page/SheetProps'

const AccountSheets = later<SheetProps>(() => import(/* webpackChunkName: "visit-sheets" */ './AccountSheets'))

/** What the bar opens. */
export const BarSheets = observer(function BarSheets({ overlays }: SheetProps) {
  const isOpen = overlays.valueFor('languages') !== undefined || overlays.valueFor('me') !== undefined
  return isOpen ? <AccountSheets overlays={overlays} /> : null
})
