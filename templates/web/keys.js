// The public keys of the dice authority that serves these pages, as hex, newest first. The
// server puts its own list in place of this file; without a server there are none.

export const AUTHORITY_KEYS = [];
