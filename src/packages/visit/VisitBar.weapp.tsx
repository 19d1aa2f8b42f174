import { observer } from 'mobx-react'
import { Header } from '@/components/Header'
import { useWords } from '@/components/context'
import { useApp } from '@/screens/AppContext'
import type { VisitBarProps } from './VisitBarProps'

/** The name of whose page it is; language and account have their place in the mini-program. */
export const VisitBar = observer(function VisitBar({ around }: VisitBarProps) {
  const { platform, sessionContext } = useApp()
  const t = useWords<'visit'>()
  const { navigate } = platform
  return (
    <Header
      title={(around?.title ?? sessionContext.productName) || t('visit.title')}
      onBack={navigate.depth() > 0 ? () => void navigate.back() : undefined}
    />
  )
})
