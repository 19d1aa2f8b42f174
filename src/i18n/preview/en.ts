import { reasons } from '../errors/en'
import type { PreviewPhrases } from './Phrases'

export const phrases: PreviewPhrases = {
  versions: {
    title: 'Versions',
    number: 'Version {n}',
    current: 'Current',
    download: 'Download version {n}',
    upload: 'Upload a new version',
    remark: 'Note on this version',
    remarkHint: 'What changed? (optional)',
    tooLong: 'The note must not exceed {n} characters',
    send: 'Upload',
    old: 'This is an older version',
    toCurrent: 'Show the current one',
    failed: 'The versions could not be loaded',
  },
  preview: {
    generating: 'Preparing preview',
    generatingHint: 'Larger files take longer',
    percent: '{n}%',
    failed: 'No preview',
    regenerate: 'Prepare again',
    reload: 'Reload',
    open: 'Open file',
    downloading: 'Downloading {n}%',
    gallery: 'Pictures beside each other',
    page: '{n} / {total}',
    fullName: 'File name',
    refused: {
      type: 'This phone can’t open files of this type',
      size: 'The file is too large to open on this phone',
      network: 'Network problem. The file wasn’t downloaded completely',
      gone: 'The file has been deleted, or you no longer have access',
      viewer: 'This phone couldn’t open the file',
    },
    loading: 'Loading',
    password: {
      title: 'Password required',
      needed: 'This PDF is protected. Enter its password to view it.',
      label: 'PDF password',
      show: 'Show password',
      wrong: 'That password isn’t right. Please try again.',
      enter: 'Enter password',
      open: 'Open',
      hint: 'It is checked on this phone and sent nowhere.',
    },
    reason: {
      ...reasons,
      timeout: 'The file took longer than a minute to load. Check your network and try again.',
    },
  },
}
