import type { ConsentPhrases } from './zhCN'

export const phrases: ConsentPhrases = {
  consent: {
    title: '“{name}” wants access to your files',
    account: 'Signed in as {name} ({login})',
    may: 'If you allow it, it can do this for you:',
    scopes: {
      item_read: 'See lists and details of files and folders',
      item_preview: 'Preview files',
      item_download: 'Download files',
      item_upload: 'Upload files and create folders',
      item_edit: 'Rename and describe files and folders',
      item_delete: 'Delete files and folders, also permanently, and restore them',
      item_comment: 'Read, write and delete comments',
      item_share: 'Share files and folders with anybody, and manage your share links',
      item_collab: 'Invite members to folders, change their roles and remove them',
      people_read: 'See people and their groups',
      profile_edit: 'Change your name',
    },
    limits: 'It never has more rights than you. You can end its access in the security settings.',
    target: 'You’ll then go to {target}.',
    codeNext: 'You’ll then see a code to type into the application.',
    allow: 'Allow',
    decline: 'Don’t allow',
    otherAccount: 'Use another account',
    leaving: 'Opening {target}',
    code: {
      title: 'Your code',
      text: 'Type it into “{name}”. It works once, within ten minutes. Don’t send it to anybody.',
      copy: 'Copy code',
      copied: 'Copied',
    },
    declined: { title: 'Not allowed', text: '“{name}” can’t access your files. You can close this page.' },
    invalid: {
      title: 'This can’t be allowed',
      account: '“{name}” ({login}) may not use this application. Use another account, or ask your administrator.',
      application: '{reason} Please tell the makers of the application. Nothing was sent to it.',
      request: 'The application asked in a wrong way.',
    },
  },
}
