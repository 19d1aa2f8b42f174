import { WordsContext } from '@/components/ui/context'
import type { KeptFile } from '@/domain/offline/kept'
import { loadOfflineWords } from '@/i18n/offline/load'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { KeptFileView } from './KeptFileView'

/** A kept file in place of its preview, which needs the network. */
export default function KeptCopy({ file }: { file: KeptFile }) {
  const t = usePackageWords(loadOfflineWords)
  return (
    <WordsContext.Provider value={t}>
      <KeptFileView file={file} />
    </WordsContext.Provider>
  )
}
