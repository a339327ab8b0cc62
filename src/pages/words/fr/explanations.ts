import type { Words } from '../en';

export const explanations: Words['explanations'] = {
  reasons: {
    'unknown address': {
      means: 'Aucun compte n’a cette adresse e-mail.',
      advice: 'Cherchez la personne par son nom.',
    },
    'wrong password': {
      means: 'Le mot de passe est incorrect.',
      advice: 'Si la personne l’a oublié, elle peut le réinitialiser.',
    },
    'no password': {
      means:
        'Le compte n’a pas de mot de passe : il a été invité ou rétabli, la première connexion par e-mail l’a supprimé, ou seul l’ancien service le connaissait.',
      advice: 'La personne en choisit un avec l’invitation ou par « Mot de passe oublié ».',
    },
    'unusable hash': {
      means: 'L’empreinte du mot de passe est endommagée, d’un autre algorithme ou trop coûteuse.',
      advice: 'Rétablissez l’empreinte, ou laissez la personne réinitialiser son mot de passe. Le log nomme le compte.',
    },
    'legacy password': {
      means: 'Seul l’ancien service connaît le mot de passe, et `LEGACY_URL` n’est pas défini.',
      advice: 'Définissez-le, ou laissez la personne réinitialiser son mot de passe.',
    },
    'no answer of the old service': {
      means:
        'Seul l’ancien service de `LEGACY_URL` connaît le mot de passe, et il n’a pas donné de réponse utilisable.',
      advice: 'Lisez le log, et regardez les contrôles.',
    },
    'malformed token': {
      means: 'Le texte n’est pas un jeton d’accès de cette installation.',
      advice: 'L’application doit envoyer le `jwt` d’une connexion, et non un jeton de renouvellement.',
    },
    'unknown key': {
      means: 'La clé de signature du jeton d’accès a été révoquée, ou appartient à une autre installation.',
      advice: 'L’application renouvelle les jetons, ou la personne se reconnecte.',
    },
    'bad signature': {
      means: 'Le jeton d’accès a été falsifié ou modifié.',
      advice: 'Si c’est fréquent, trouvez le client dans le journal par son réseau.',
    },
    'wrong issuer': {
      means: 'L’émetteur du jeton d’accès n’est pas `PUBLIC_URL`.',
      advice: 'Toutes les instances doivent avoir la même valeur. Après un changement, tout le monde se reconnecte.',
    },
    'wrong audience': {
      means: 'Le destinataire (`aud`) du jeton d’accès n’est pas `JWT_AUDIENCE`.',
      advice: 'Toutes les instances doivent avoir la même valeur. Après un changement, tout le monde se reconnecte.',
    },
    'not yet valid': {
      means: 'Le jeton d’accès a été émis dans le futur : les horloges de deux instances diffèrent.',
      advice: 'Mettez les horloges à l’heure. Les contrôles montrent l’écart.',
    },
    'expired token': {
      means: 'Le jeton d’accès a expiré.',
      advice: 'L’application renouvelle les jetons. Si le jeton est récent, comparez les horloges.',
    },
    'ended session': {
      means: 'La session du jeton est terminée.',
      advice: 'La personne se reconnecte. Les détails disent quand et pourquoi la session s’est terminée.',
    },
    'ended session of the actor': {
      means: 'Un super-administrateur agissait en tant que la personne, et a perdu sa session ou ses droits.',
      advice: 'Le super-administrateur se connecte et recommence.',
    },
    'super admin': {
      means: 'La personne est super-administrateur, et nul ne peut agir en tant que tel.',
      advice: 'Choisissez une autre personne.',
    },
    impersonation: {
      means: 'Un super-administrateur agit en tant que la personne, et elle seule peut faire cela.',
      advice: 'La personne le fait elle-même, ou le super-administrateur le fait dans la console.',
    },
    'invitation of another address': {
      means: 'L’invitation a été envoyée à une autre adresse que l’adresse confirmée du compte.',
      advice: 'La personne se connecte avec l’adresse invitée, ou un admin de l’organisation invite l’autre adresse.',
    },
    'ended organization': {
      means: 'L’organisation du jeton a été désactivée ou supprimée depuis que le jeton a été émis.',
      advice: 'Le client renouvelle les jetons. La personne reste connectée, sans l’organisation.',
    },
    'changed access rights': {
      means: 'Les rôles ou les droits de la personne ont changé depuis l’émission du jeton.',
      advice: 'L’application renouvelle les jetons. La personne reste connectée.',
    },
    'disabled account': {
      means: 'Le compte est désactivé.',
      advice: 'La page de la personne montre depuis quand et pourquoi. Vous pouvez aussi y activer le compte.',
    },
    'deleted account': {
      means: 'Le compte est supprimé, mais pas encore effacé.',
      advice: 'Le lien dans l’e-mail ou la page de la personne permet de le rétablir.',
    },
    'no account': {
      means: 'Le compte du jeton n’existe plus.',
      advice: 'Rien : le compte a été effacé.',
    },
    'unknown token': {
      means:
        'Le jeton de renouvellement n’est pas de cette installation, ou sa session a été retirée il y a longtemps.',
      advice: 'La personne se reconnecte.',
    },
    'used token': {
      means: 'Le jeton de renouvellement avait déjà servi et a peut-être été volé. Sa session a donc été terminée.',
      advice: 'La personne se reconnecte. L’application doit conserver le nouveau jeton après chaque renouvellement.',
    },
    'used ID token': {
      means: 'Le jeton d’identité d’un fournisseur avait déjà servi. Il a peut-être été volé.',
      advice: 'L’application en demande un nouveau au fournisseur à chaque connexion.',
    },
    'unknown link': {
      means: 'Le lien a été coupé, sert à autre chose ou n’est pas de cette installation.',
      advice: 'La personne demande un nouvel e-mail.',
    },
    'used link': {
      means: 'Le lien a servi, ou un e-mail plus récent l’a remplacé.',
      advice: 'La personne ouvre l’e-mail le plus récent.',
    },
    'expired link': {
      means: 'Le lien a expiré.',
      advice: 'La personne demande un nouvel e-mail. La durée est un réglage, comme `RESET_PASSWORD_TTL`.',
    },
    'wrong code': {
      means: 'Le code est incorrect ou a expiré, ou il est venu après trop de codes incorrects.',
      advice: 'La personne ouvre le lien ou demande un nouvel e-mail.',
    },
    'wrong verifier': {
      means:
        'Le code d’une connexion avec un fournisseur est venu d’un autre navigateur ou programme que celui qui l’a commencée.',
      advice: 'Si c’est fréquent, trouvez le programme avec `gatehouse audit --network`.',
    },
    'cancelled sign-in': {
      means: 'La personne a annulé chez le fournisseur, ou le fournisseur a refusé.',
      advice: 'Rien, sauf si c’est fréquent\u00a0: vérifiez alors l’application dans les réglages du fournisseur.',
    },
    'forged answer': {
      means:
        'La réponse du fournisseur n’a pas passé un contrôle\u00a0: signature, émetteur, audience, nonce, heure, ou l’échange de son code.',
      advice: 'Le journal indique le contrôle. Comparez `PROVIDER_<ID>_*` avec le fournisseur, et les horloges.',
    },
    'unaccepted person': {
      means:
        'Les données ne sont pas celles que `PROVIDER_<ID>_REQUIRE` ou le locataire exige, ou ne nomment personne.',
      advice: 'La personne se connecte chez le fournisseur avec un autre compte.',
    },
    'unproved identity': {
      means: 'Une nouvelle personne est venue d’un fournisseur qui ne garantit pas l’adresse. Un code y a été envoyé.',
      advice: 'La personne saisit le code.',
    },
    'no answer of the provider': {
      means: 'Le fournisseur n’a pas donné de réponse utilisable.',
      advice: 'Lisez le journal\u00a0: il nomme le fournisseur et la cause.',
    },
    'taken address': {
      means: 'Entre-temps, un autre compte a cette adresse e-mail.',
      advice: 'La personne s’y connecte, ou choisit une autre adresse.',
    },
    'verified address': {
      means: 'L’adresse est vérifiée. Le lien ne peut donc plus retirer le compte.',
      advice: 'Supprimez plutôt le compte.',
    },
    'unverified address': {
      means: 'Le mot de passe est correct, mais `EMAIL_VERIFICATION` exige une adresse vérifiée.',
      advice: 'La personne ouvre le lien dans l’e-mail. Chaque connexion le renvoie, au plus une fois par minute.',
    },
    'paused country': {
      means: 'Les codes vers le pays du numéro sont en pause, car trop peu ont été confirmés.',
      advice: 'S’il ne s’agissait pas d’une attaque, mettez fin à la pause dans la console.',
    },
    'spent SMS budget': {
      means: 'Les SMS du jour (`SMS_DAILY_BUDGET`) sont épuisés.',
      advice: 'Regardez dans l’audit qui demande des codes avant d’augmenter cette valeur.',
    },
    'closed registration': {
      means: '`REGISTRATION` vaut `closed`.',
      advice: 'Invitez la personne.',
    },
    'domain not allowed': {
      means: 'Le domaine de l’adresse n’est pas dans `REGISTER_DOMAINS`.',
      advice: 'Ajoutez le domaine ou invitez la personne.',
    },
    'rejected by the hook': {
      means: 'Le hook de `HOOK_BEFORE_REGISTER` a refusé l’inscription.',
      advice: 'Votre service connaît la raison. Invitez la personne si elle doit quand même avoir un compte.',
    },
    'no answer of the hook': {
      means: 'Le hook de `HOOK_BEFORE_REGISTER` n’a pas donné de réponse utilisable.',
      advice: 'Lisez le journal et exécutez `gatehouse doctor`.',
    },
    'challenge asked': {
      means: 'La requête n’a pas de réponse à un défi contre les robots.',
      advice:
        'Le client doit répondre au défi de l’erreur. Il est posé pendant une attaque, ou toujours (`CHALLENGE_WHEN`).',
    },
    'challenge wrong': {
      means: 'La réponse au défi est fausse, utilisée ou trop tardive, ou pour une autre opération ou adresse.',
      advice: 'Le client répond une fois à chaque défi, en 10 minutes. Pour un widget, vérifiez son nom d’hôte.',
    },
    'challenge site away': {
      means: 'Le service de `CHALLENGE_VERIFY_URL` n’a pas donné de réponse utilisable.',
      advice: 'Lisez le journal et exécutez `gatehouse doctor`.',
    },
    'changed password': {
      means: 'Une autre requête a changé le mot de passe au même moment.',
      advice: 'La personne réessaie avec le nouveau mot de passe.',
    },
    'last super admin': {
      means: 'Le dernier super-administrateur ne peut pas être supprimé, désactivé ni rétrogradé.',
      advice: 'Nommez d’abord une autre personne.',
    },
    'wrong factor': {
      means: 'Le code du second facteur est incorrect, ou appartient à un autre compte.',
      advice: 'Pour une personne : son téléphone est-il à l’heure ? Pour toutes : regardez les contrôles du serveur.',
    },
    'used factor': {
      means: 'Le code du second facteur avait déjà servi.',
      advice: 'La personne attend le code suivant, ou prend un autre code de secours.',
    },
    'no factor': {
      means: 'Le compte n’a pas de tel second facteur.',
      advice: 'L’entrée de l’application d’authentification appartient peut-être à un autre compte.',
    },
    'unknown challenge': {
      means: 'Le défi est d’une autre opération, d’un autre utilisateur, d’une autre session ou installation.',
      advice:
        'La page doit demander chaque fois de nouvelles options. Si tous sont touchés, toutes les instances utilisent-elles la même base de données ?',
    },
    'used challenge': {
      means: 'Le défi avait déjà servi.',
      advice: 'La page doit demander chaque fois de nouvelles options.',
    },
    'expired challenge': {
      means: 'Le défi a expiré.',
      advice: 'La page doit demander de nouvelles options, et les renouveler tant qu’elle attend.',
    },
    'unknown passkey': {
      means: 'La clé d’accès a été retirée, ou appartient à une autre installation.',
      advice: 'La page la signale avec `PublicKeyCredential.signalUnknownCredential`.',
    },
    'passkey of another account': {
      means: 'La clé d’accès appartient à un autre compte que celui de la connexion.',
      advice: 'La personne choisit une autre clé d’accès.',
    },
    'automatic passkey': {
      means: 'Le navigateur a ajouté la clé d’accès de lui-même : elle n’est donc pas un second facteur.',
      advice: 'La personne ajoute une clé d’accès sur la page de sécurité.',
    },
    'known passkey': {
      means: 'Un compte a déjà cette clé d’accès.',
      advice: 'La personne se connecte avec elle.',
    },
    'malformed passkey': {
      means: 'La réponse est illisible, d’une autre opération ou d’un algorithme non pris en charge.',
      advice: 'La page doit envoyer ce que le navigateur a renvoyé. Pris en charge : EdDSA, ES256, RS256.',
    },
    'wrong origin': {
      means: 'La page n’est pas à l’origine de `PUBLIC_URL` ni d’un des `PASSKEY_ORIGINS`, ou elle est dans un cadre.',
      advice: 'Si la page est à vous, ajoutez son origine. Sinon, elle imite la vôtre.',
    },
    'wrong relying party': {
      means: 'La clé d’accès appartient à un autre domaine que `PASSKEY_RP_ID`.',
      advice: 'Annulez un changement de cette valeur. Toutes les instances doivent avoir la même.',
    },
    'unverified user': {
      means: 'L’appareil n’a vérifié ni empreinte, ni visage, ni code PIN.',
      advice: 'La personne définit un code PIN sur la clé de sécurité.',
    },
    'wrong signature of the passkey': {
      means: 'La signature de la clé d’accès est incorrecte.',
      advice: 'Rien, si c’est rare : quelqu’un a essayé son identifiant sans elle.',
    },
    'sign count not increased': {
      means: 'Le compteur de la clé d’accès n’a pas augmenté : elle est peut-être une copie.',
      advice: 'La personne remplace la clé d’accès.',
    },
    'changed account': {
      means: 'Les sessions se sont terminées, ou les seconds facteurs ont changé, pendant la connexion.',
      advice: 'La personne se reconnecte.',
    },
    'cookie not accepted': {
      means: 'Le cookie de renouvellement venait d’une origine absente de `CORS_ORIGINS`, ou pas d’un script.',
      advice: 'Ajoutez l’origine de votre application.',
    },
    'not a super admin': {
      means: 'La personne n’est pas super-administrateur.',
      advice: 'Pour l’autoriser : `gatehouse users promote`.',
    },
    'operation of people': {
      means:
        'Un service a appelé une opération de l’administration que seuls les super-administrateurs ont, ou envoyé ce qu’eux seuls peuvent.',
      advice: 'Un super-administrateur le fait.',
    },
    'scope of the administration': {
      means: 'Il manque au jeton d’un service le scope dont l’opération de l’administration a besoin.',
      advice: 'Le service le demande à `POST /oauth/token`.',
    },
    'service without the right': {
      means:
        'Le service ne peut plus utiliser l’administration : il a été supprimé ou désactivé, ou le scope lui manque.',
      advice: 'Donnez le scope au client, ou activez-le : `gatehouse clients update`.',
    },
    'network of the administration': {
      means: 'L’adresse du client n’est pas dans `ADMIN_NETWORKS`.',
      advice: 'Ajoutez-la. Si c’est celle de votre proxy, définissez `TRUST_PROXY`.',
    },
    'token of an application': {
      means: 'Une application, un client OAuth, a appelé une opération qui n’est pas ouverte aux applications.',
      advice: 'La personne le fait chez Gatehouse même. L’application y envoie le navigateur.',
    },
    'unknown client': {
      means: 'Aucun client OAuth n’a cet identifiant, ou il est désactivé.',
      advice: 'Utilisez un identifiant de `gatehouse clients list`.',
    },
    'missing scope': {
      means: 'Le jeton d’accès n’a pas la portée dont l’opération a besoin.',
      advice: 'L’application la demande quand la personne se connecte.',
    },
    'wrong device code': {
      means:
        'Aucune connexion sur un appareil n’attend avec ce code : il est mal saisi, a été décidé ou a plus de dix minutes.',
      advice: 'Recommencez sur l’appareil, et saisissez son nouveau code.',
    },
    'malformed API key': {
      means:
        'Le texte n’est pas une clé d’API de cette installation (somme de contrôle fausse), ou `API_KEYS` est désactivé.',
      advice: 'Le programme envoie la clé entière.',
    },
    'unknown API key': {
      means: 'Aucun compte n’a cette clé d’API.',
      advice: 'La personne crée une nouvelle clé.',
    },
    'ended API key': {
      means: 'La clé d’API a été supprimée, ou a pris fin avec un autre changement du compte.',
      advice: 'La ligne sur la clé d’API supprimée dit quand et pourquoi. La personne crée une nouvelle clé.',
    },
    'expired API key': {
      means: 'La clé d’API a expiré.',
      advice: 'La personne crée une nouvelle clé.',
    },
    'API key': {
      means: 'Une clé d’API a été envoyée à une opération qui n’est pas ouverte aux clés, ou est pour une autre API.',
      advice: 'La personne le fait elle-même. Une clé ouvre `/auth/verify` et `me`.',
    },
    'client document': {
      means: 'L’identifiant du client est une URL, et son document ne respecte pas la règle de `rule`.',
      advice:
        'La page que la personne a vue dit ce qui a été reçu. Pour la règle `host`, ajoutez l’hôte à `CLIENT_METADATA`.',
    },
    'wrong client secret': {
      means: 'Le secret du client est incorrect, ou a été remplacé il y a plus de 24 heures.',
      advice: 'Mettez le bon dans le service, ou un nouveau : `gatehouse clients rotate-secret`.',
    },
  },
  sessionEnds: {
    logout: 'La personne s’est déconnectée.',
    impersonation_ended: 'Un super-administrateur n’agit plus en tant que la personne.',
    revoked_by_user: 'La personne a terminé la session depuis une autre.',
    refresh_token_reuse: 'Un jeton de renouvellement déjà utilisé a été renvoyé.',
    code_reuse: 'Une application a envoyé deux fois un code d’autorisation.',
    user_disabled: 'Un exploitant a désactivé le compte.',
    revoked_by_client: 'Un client OAuth a révoqué un jeton de la session.',
    client_disabled: 'Un exploitant a désactivé ou supprimé le client OAuth de la session.',
    client_changed: 'Un exploitant a retiré des droits au client OAuth de la session.',
    ended_by_operator: 'Un exploitant a terminé la session, ou toutes les sessions du compte.',
    account_deleted: 'Le compte a été supprimé.',
    email_changed: 'La personne a changé l’adresse e-mail.',
    email_changed_by_operator: 'Un super-administrateur a changé l’adresse e-mail.',
    email_change_undone: 'La personne a rétabli l’ancienne adresse e-mail avec son lien.',
    email_verified:
      'L’adresse e-mail a été vérifiée pour la première fois : avec un code de connexion, ou cette session n’avait pas été ouverte avec le mot de passe seul.',
    password_changed: 'La personne a changé le mot de passe.',
    password_reset: 'La personne a réinitialisé le mot de passe.',
    app_disconnected: 'L’application de la session a été détachée.',
    identities_changed: 'Un fournisseur a été détaché du compte.',
    factors_changed: 'Les seconds facteurs du compte ont changé.',
    too_many_sessions:
      'Une connexion de plus a atteint SESSIONS_PER_ACCOUNT. Cette session était la moins récemment utilisée.',
    restored: 'Une sauvegarde a été restaurée, et `gatehouse after-restore` a terminé toutes les sessions.',
    expired: 'La session est restée inutilisée trop longtemps ou a atteint la fin de sa durée de vie.',
  },
  causes: {
    EMAIL_TAKEN: 'Un autre compte a cette adresse e-mail.',
    ACCOUNT_DISABLED: 'Le compte est désactivé.',
    EMAIL_NOT_VERIFIED: 'L’adresse e-mail du compte n’est pas vérifiée.',
    MFA_REQUIRED: 'Le mot de passe est correct, et la connexion attend le second facteur.',
    STEP_UP_REQUIRED: 'La personne doit d’abord prouver de nouveau son identité.',
    NOT_FOUND: 'Ce que la requête nomme n’existe pas.',
    LINK_REQUIRED: 'Un compte a l’adresse que le fournisseur confirme.',
    CONFLICT: 'L’état ne le permettait pas.',
  },
  advice: {
    MALFORMED_REQUEST: 'Corrigez la requête comme le dit le texte.',
    VALIDATION_FAILED: 'La réponse nomme chaque champ et sa règle.',
    INVALID_TOKEN:
      'Redemander le code. Pour un lien utilisé ou expiré, demander un nouvel e-mail ; pour un défi, se reconnecter.',
    INVALID_CREDENTIALS: 'La personne réessaie, ou réinitialise le mot de passe.',
    UNAUTHENTICATED:
      'L’application renouvelle les jetons une fois et réessaie. Si cela échoue, la personne se connecte.',
    MFA_REQUIRED:
      'L’application demande le second facteur et l’envoie avec `completeLogin`. Un exploitant retire un facteur perdu.',
    STEP_UP_REQUIRED: 'L’application appelle `stepUp`, puis réessaie avec le nouveau jeton d’accès.',
    ACCOUNT_DISABLED: 'La personne contacte l’exploitant, ou ouvre le lien de l’e-mail qui annonce la suppression.',
    EMAIL_NOT_VERIFIED: 'La personne ouvre le lien dans l’e-mail.',
    CHALLENGE_REQUIRED:
      'Le client répond au défi et renvoie la requête avec `challenge`. Le paquet client peut le faire tout seul.',
    FORBIDDEN: 'Le texte, ou la raison dans le journal, dit ce qui doit changer.',
    NOT_FOUND: 'Vérifiez le chemin et l’identifiant, qui a peut-être été retiré.',
    METHOD_NOT_ALLOWED: 'Utilisez une méthode que `Allow` nomme.',
    EMAIL_TAKEN: 'La personne se connecte, ou réinitialise le mot de passe.',
    PROVIDER_REJECTED: 'Proposez de nouveau la connexion.',
    LINK_REQUIRED:
      'La personne se connecte et appelle `linkIdentity` avec le jeton de `link`, ou demande avec lui un e-mail\u00a0: `requestEmailLogin`.',
    CONFLICT: 'Relisez l’état, puis décidez. Le texte dit ce qui ne convient pas.',
    CURSOR_EXPIRED: 'Relire les révocations sans `after`.',
    PAYLOAD_TOO_LARGE: 'Envoyer moins.',
    UNSUPPORTED_MEDIA_TYPE: 'Envoyer du JSON en UTF-8 avec `Content-Type: application/json`.',
    RATE_LIMITED: 'Attendre le nombre de secondes de `Retry-After` (REST) ou `retryAfter` (GraphQL).',
    INTERNAL: 'Le numéro de la requête (`X-Request-Id`) mène à la cause dans le log.',
    SERVICE_UNAVAILABLE:
      'Attendre le nombre de secondes de `Retry-After` ou `retryAfter`, puis réessayer. Après une écriture, vérifier d’abord si elle a eu lieu.',
  },
  limits: {
    'phone number': 'numéro de téléphone',
    'beginning of phone numbers': 'début des numéros de téléphone',
    account: 'compte',
    organization: 'organisation',
    network: 'réseau',
    client: 'client',
    installation: 'installation',
    'e-mail address and kind of mail': 'adresse e-mail et sorte d’e-mail',
    'installation and kind of mail': 'installation et sorte d’e-mail',
    'super admin or service': 'super-administrateur ou service',
  },
  sentences: {
    'An SMS could not be sent ({0}).': 'Un SMS n’a pas pu être envoyé ({0}).',
    'The request has more events. Only the newest {0} are explained. The audit lists the others.':
      'La requête a d’autres événements. Seuls les {0} plus récents sont expliqués. Le journal montre les autres.',
    'many networks': 'de nombreux réseaux',
    '{0}  {1}, from {2}': '{0}  {1}, depuis {2}',
    'With this login, Gatehouse stored its own hash of a password that came from another service.':
      'Avec cette connexion, Gatehouse a enregistré sa propre empreinte d’un mot de passe venu d’un autre service.',
    'This row stands for {0} similar events since {1}. The last event is shown.':
      'Cette ligne représente {0} événements semblables depuis {1}. Le dernier est montré.',
    'through the backend {0}': 'par le backend {0}',
    'The limit {0} (per {1}) was reached. The client may try again after {2} s.':
      'La limite {0} (par {1}) est atteinte. Le client peut réessayer après {2} s.',
    'The queue for password hashing was full or too slow, because many logins and registrations arrived at the same time.':
      'La file des mots de passe était pleine ou trop lente, car beaucoup de connexions et d’inscriptions sont arrivées en même temps.',
    'If it rejects users that it should not reject, raise `RATE_LIMIT_{0}`.':
      'Si elle rejette des personnes à tort, augmentez `RATE_LIMIT_{0}`.',
    'If it happens often, give Gatehouse more processors or a further instance.':
      'Si cela arrive souvent, donnez à Gatehouse plus de processeurs ou une instance de plus.',
    'The super admin {0} did this.': 'Le super-administrateur {0} a fait cela.',
    'The super admin {0} did this, on the account {1}.': 'Le super-administrateur {0} a fait cela, sur le compte {1}.',
    'A super admin did this. The account of the super admin was erased.':
      'Un super-administrateur a fait cela. Son compte a été effacé depuis.',
    'The service {0} did this.': 'Le service {0} a fait cela.',
    'The service {0} did this, on the account {1}.': 'Le service {0} a fait cela, sur le compte {1}.',
    'The reason that was given: {0}': 'Le motif donné : {0}',
    'The account {0} is now disabled. Its live sessions: {1}.':
      'Le compte {0} est maintenant désactivé. Sessions en cours : {1}.',
    'The account {0} is now enabled. Its live sessions: {1}.':
      'Le compte {0} est maintenant activé. Sessions en cours : {1}.',
    'The account {0} no longer exists.': 'Le compte {0} n’existe plus.',
    'The e-mail address has no account, or the request was rejected before the account was looked up.':
      'L’adresse e-mail n’a pas de compte, ou la requête a été rejetée avant que le compte soit cherché.',
    'The OAuth client is {0} ({1}).': 'Le client OAuth est {0} ({1}).',
    'The document of the client at {0} breaks the rule {1}.':
      'Le document du client sur {0} ne respecte pas la règle {1}.',
    'The document of the client at {0} breaks the rule {1}. What came back: {2}':
      'Le document du client sur {0} ne respecte pas la règle {1}. Reçu : {2}',
    'A document at {0} describes the OAuth client.': 'Un document chez {0} décrit le client OAuth.',
    'It asked for tokens for {0}.': 'Il a demandé des jetons pour {0}.',
    'No OAuth client has the id {0} now.': 'Aucun client OAuth n’a maintenant l’identifiant {0}.',
    'The session is {0}.': 'La session est {0}.',
    'The session {0} ended at {1} ({2}).': 'La session {0} s’est terminée à {1} ({2}).',
    'Time per step: {0}.': 'Temps par étape : {0}.',
  },
};
