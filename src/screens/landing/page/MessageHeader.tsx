import { observer } from 'mobx-react'
import { Header } from '@/components/frame/Header'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'

/** The header above the subject of a message. */
export const MessageHeader = observer(function MessageHeader() {
  const { navigate } = useApp().platform
  const t = useWords<'visit'>()
  return <Header title={t('visit.title')} onBack={() => void navigate.back()} />
})
