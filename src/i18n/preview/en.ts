import { reasons } from '../errors/en'
import type { PreviewPhrases } from './Phrases'

export const phrases: PreviewPhrases = {
  preview: {
    generating: 'Preparing preview',
    generatingHint: 'Larger files take longer',
    percent: '{n}%',
    failed: 'No preview',
    regenerate: 'Prepare again',
    reload: 'Reload',
    open: 'Open file',
    downloading: 'Downloading {n}%',
    page: '{n} / {total}',
    fullName: 'File name',
    refused: {
      type: 'This phone can’t open files of this type',
      size: 'The file is too large to open on this phone',
      network: 'Network problem. The file wasn’t downloaded completely',
      gone: 'The file has been deleted, or you no longer have access',
      viewer: 'This phone couldn’t open the file',
    },
    reason: reasons,
  },
}
