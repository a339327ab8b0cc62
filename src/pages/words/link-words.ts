/** The texts of the pages that the links of e-mails lead to, in one language. */
export interface LinkWords {
  verify: {
    title: string;
    text: string;
    action: string;
    done: string;
    already: string;
    notMe: string;
    notMeText: string;
    disowned: string;
  };
  createAccount: { title: string; text: string; action: string; done: string };
  changeEmail: { title: string; text: string; action: string; done: string; waiting: string };
  reset: { title: string; text: string; action: string; done: string };
  /** For an invited person. */
  welcome: { title: (product: string) => string; text: string; action: string; done: string };
  /** After a login that was not the person's. */
  secure: { title: string; text: string; action: string; done: string };
  undoEmailChange: { title: string; text: string; action: string; done: string };
  cancelDeletion: { title: string; text: string; action: string; done: string };
  /** To an organization. */
  invitation: {
    title: (organization: string) => string;
    organization: string;
    invitedBy: string;
    address: string;
    join: string;
    register: string;
    signIn: string;
    otherPerson: (email: string) => string;
    done: (organization: string) => string;
    joined: string;
    full: string;
    disabled: string;
  };
  /** In a browser that has not asked for the e-mail: `elsewhere`, or `openThere` if the e-mail has no code. */
  signIn: { title: string; text: string; action: string; elsewhere: string; openThere: string };
  doneTitle: string;
  again: string;
  sentAgain: string;
  problemTitle: string;
  problems: {
    invalidLink: string;
    conflict: string;
    disabled: string;
    unavailable: string;
  };
}
