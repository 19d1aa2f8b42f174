import type { MessagePhrases } from './zhCN'

export const phrases: MessagePhrases = {
  messages: {
    list: 'Messages',
    choose: 'Choose which messages to see, now {kind}',
    kinds: 'Which messages',
    kind: { all: 'All messages', comment: 'Comments', share_link: 'Shares', collab: 'Collaboration' },
    markAll: 'Mark all read',
    markRead: 'Mark as read',
    remove: 'Delete',
    unread: 'Unread',
    more: 'More actions for {name}',
    unnamed: 'Background task',
    finished: {
      copy: 'Copied to “{folder}”|{n} items copied to “{folder}”',
      move: 'Moved to “{folder}”|{n} items moved to “{folder}”',
    },
    failed: {
      copy: 'Couldn’t be copied to “{folder}”: {reason}|{n} items couldn’t be copied to “{folder}”: {reason}',
      move: 'Couldn’t be moved to “{folder}”: {reason}|{n} items couldn’t be moved to “{folder}”: {reason}',
    },
    notice: {
      share_opened: 'Somebody opened your share for the first time',
      share_limit: 'The previews or downloads of your share are used up',
      share_expiring: 'Your share expires within a day',
      share_waiting: 'A share is waiting for your approval',
      share_approved: 'Your share was approved',
      share_refused: 'Your share was rejected',
      collect_reminder: 'Please hand in your files soon',
      collab_accepted: '{sender} accepted your invitation',
      collab_refused: '{sender} declined your invitation',
      collab_role: '{sender} gave you another role',
      collab_removed: '{sender} removed you from this folder',
    },
    invites: {
      self: '{sender} invites you',
      many: '{sender} invited “{group}”, which you are in',
      said: '{what}: {text}',
    },
    child: {
      title: 'Invitations',
      list: 'Invitations',
      accept: 'Accept',
      refuse: 'Decline',
      view: 'Open folder',
      acceptedNote: 'Accepted',
      refused: 'Declined',
      expired: 'Expired. Ask whoever invited you.',
      invalid: 'No longer valid. Ask whoever invited you.',
      empty: { title: 'No invitations', text: 'They may have been deleted' },
      gone: { title: 'This message is gone', text: 'It may have been deleted' },
    },
    shared: {
      s1: '{sender} shared this with you',
      s2: '{sender} opened this share again',
      s4: '{sender} changed the message of this share',
      said: '{what}: {text}',
    },
    comment: {
      said: '{sender}: {text}',
      mentioned: '{sender} mentioned you: {text}',
      voice: 'Voice',
      all: 'All collaborators',
    },
    empty: {
      all: { title: 'No messages yet', text: 'New messages show up here' },
      comment: { title: 'No messages about comments', text: 'When someone comments or mentions you, it shows up here' },
      share_link: { title: 'No messages about shares', text: 'What others share with you shows up here' },
      collab: {
        title: 'No messages about collaboration',
        text: 'Invitations and the results of copying and moving in the background show up here',
      },
    },
    outside: {
      title: 'In WeChat, too',
      text: 'You also get them in WeChat or WeCom while the app is closed. From the fourth on in a day, they come together the next morning.',
      each: 'You also get them in WeChat while the app is closed. WeChat sends one for each time you agree. Agree again after you got it.',
      nowhere:
        'Open the mini program in WeChat or WeCom first and switch them on there, so that we know whom to send them to.',
      again: 'One more',
      kind: {
        mention: 'Someone mentions me in a comment',
        invitation: 'Someone invites me to collaborate',
        first_visit: 'A share of mine is opened for the first time',
      },
    },
  },
}
