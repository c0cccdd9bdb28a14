// Written by `npm run client:types` from the description of the API. Do not edit.

export interface paths {
    "/api/pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get packs, prices of every kind, and refund rules
         * @description Prices are in credits, with the settings that a form starts with and from the cheapest to the most expensive. `POST /api/quotes` prices an exact input. The same for everyone; may be cached for minutes.
         */
        get: operations["getPricing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get waits, times, failures and returned credits of each kind in the last day and week
         * @description Measured from the generations of all users; it contains nothing about a single user. While fal takes no work, or a model does not (`provider_held_since`, `held_since`), submissions are accepted and wait at no charge; `successor` is a kind that does the same at no higher price.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kinds/closures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the kinds that are closed or will retire, with their successors
         * @description A closed kind is refused with 409 `kind_closed`, which names its `successor`. Follow this list to move in time. `cause` is set where no operator closed it: `unverified` is not open yet, `price_moved` waits for its new price.
         */
        get: operations["getKindsClosures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how long prompts and files are kept
         * @description By the settings of this site: its own trash and erasure, and files and payloads at fal, which runs the models. The same for everyone.
         */
        get: operations["getRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/content-credentials.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the certificates that sign the content credentials of files made here, or have signed them
         * @description To check who signed the C2PA manifest of a file. Certificates that are no longer used stay in the list.
         */
        get: operations["getWellKnownContentCredentialsJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public keys that sign our webhooks
         * @description A JSON Web Key Set of Ed25519 keys. Keep it for hours and fetch it again when a signature fits none of them.
         */
        get: operations["getWellKnownJwksJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/ledger/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signed checkpoints of the ledger, oldest first
         * @description Each is signed and names the size and root of the ledger’s tree at its time, so that a receipt can be checked against it.
         */
        get: operations["getWellKnownLedgerCheckpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/ledger/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that the log of checkpoints extends an earlier one
         * @description Returns a consistency proof between two sizes of the log: nothing that was in the smaller one was changed or removed.
         */
        get: operations["getWellKnownLedgerLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed-in user and their balance
         * @description API keys need the scope `read`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        get: operations["getUserInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your newest or running generations, or find them by id or by submission
         * @description API keys need the scope `read`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        get: operations["getGenerations"];
        put?: never;
        /**
         * Create a generation of any kind
         * @description `kind` is the id of a model and `input` has its fields; an id that is none is an issue at `kind`, problems of the input are at `input.…`. The fields beside these are those of every submission, and others have no effect. The calls of the media create the same generations, and a `request_id` means the same in all of them.
         *
         *     API keys need the scope `generate`.
         */
        post: operations["postGenerations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a generation
         * @description API keys need the scope `generate` or `read`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        get: operations["getGenerationsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Make a generation public or private
         * @description Anyone with their address can read the files of a public generation. Making it private also stops sharing it.
         *
         *     API keys need the scope `generate`.
         */
        patch: operations["patchGenerationsById"];
        trace?: never;
    };
    "/api/generations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a running generation
         * @description API keys need the scope `generate`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        post: operations["postGenerationsByIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/frames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cut a frame out of a finished video, as an upload that forms take
         * @description API keys need the scope `files`.
         */
        post: operations["postGenerationsByIdFrames"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your batches, newest first
         * @description API keys need the scope `read`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        get: operations["getBatches"];
        put?: never;
        /**
         * Submit up to 500 generations as one batch, or price it
         * @description Either all lines are accepted, in their order, or none. Generations that cannot start wait in your waiting line. A line is a `kind` and its `input`, as in `POST /api/generations`; all other fields are for all lines.
         *
         *     API keys need the scope `generate`.
         */
        post: operations["postBatches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how often you picked each model, and the cost of a pick
         * @description API keys need the scope `read`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        get: operations["getBatchesStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a batch and its progress
         * @description API keys need the scope `read`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        get: operations["getBatchesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a batch
         * @description API keys need the scope `generate`.
         */
        patch: operations["patchBatchesById"];
        trace?: never;
    };
    "/api/batches/{id}/pick": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pick a result of a set, or withdraw the pick
         * @description API keys need the scope `generate`.
         */
        put: operations["putBatchesByIdPick"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the unfinished generations of a batch; credits of waiting ones are returned immediately
         * @description API keys need the scope `generate`.
         */
        post: operations["postBatchesByIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare a zip of all results of a batch; returns its URL
         * @description API keys need the scope `files`.
         */
        post: operations["postBatchesByIdDownload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the exact price of a generation or a batch, bound for ten minutes
         * @description Costs nothing and stores nothing. Send `quote` with the submission: exactly its price is charged, or nothing. It is bound to account, API key and input (as read, with all defaults) and signed with a key of `/.well-known/jwks.json`; it is a price and no permission to spend once. `refusal` is the reply that the submission would get now. Files elsewhere are not fetched. Times count from the start, without your line.
         *
         *     API keys need the scope `generate` or `read`.
         */
        post: operations["postQuotes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/line": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your waiting generations, in the order in which they will start
         * @description API keys need the scope `generate` or `read`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        get: operations["getLine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/line/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move waiting generations before another one, or to the end of your line
         * @description API keys need the scope `generate`.
         */
        post: operations["postLineMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/line/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel waiting generations, these or all; their credits are returned immediately
         * @description API keys need the scope `generate`.
         */
        post: operations["postLineCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/line/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause your line: waiting and new generations do not start
         * @description API keys need the scope `generate`.
         */
        post: operations["postLinePause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/line/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume your line
         * @description API keys need the scope `generate`.
         */
        post: operations["postLineResume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/line/stop-after": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause your line after this generation has started, or no longer
         * @description API keys need the scope `generate`.
         */
        post: operations["postLineStopAfter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/stand-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a model that could make a generation whose own model is down
         * @description API keys need the scope `generate` or `read`.
         */
        get: operations["getGenerationsByIdStandIn"];
        put?: never;
        /**
         * Have another model make a generation whose own model is down
         * @description The generation keeps its id and its place in your line, and its hold is exchanged for the price of the other model. Repeating the call changes nothing.
         *
         *     API keys need the scope `generate`.
         */
        post: operations["postGenerationsByIdStandIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sources of a generation, and the generations made from it
         * @description At most 50 each, the nearest first. A deleted generation has no files; the lineage continues past it, up to five steps.
         *
         *     API keys need the scope `read`.
         */
        get: operations["getGenerationsByIdLineage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the words of a transcription or of a speech with their times and speakers
         * @description Times are in seconds. There are no words where nothing was said.
         *
         *     API keys need the scope `read`.
         */
        get: operations["getGenerationsByIdTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/captions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the captions of a video or a sound
         * @description They are from your transcriptions of it, the newest first, 20 at most, and last from the words that came with a speech, also of a video that speaks it.
         *
         *     API keys need the scope `read`.
         */
        get: operations["getGenerationsByIdCaptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/captions/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the words of a transcription or of a speech as captions or as a text
         * @description Cues have two lines at most, of 42 letters or 16 Chinese ones, and stay as long as they take to read. `language` is that of the names of speakers.
         *
         *     API keys need the scope `read`.
         */
        get: operations["getGenerationsByIdCaptionsByFormat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pages that you share, newest first
         * @description API keys need the scope `read`.
         */
        get: operations["getShares"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest share of a generation
         * @description API keys need the scope `generate` or `read`.
         */
        get: operations["getGenerationsByIdShare"];
        put?: never;
        /**
         * Share a finished generation as a page that everyone with its address can open
         * @description A generation that is shared already keeps its page and its settings.
         *
         *     API keys need the scope `generate`.
         */
        post: operations["postGenerationsByIdShare"];
        /**
         * Stop sharing a generation, at once
         * @description API keys need the scope `generate`.
         */
        delete: operations["deleteGenerationsByIdShare"];
        options?: never;
        head?: never;
        /**
         * Change what a shared page shows and allows
         * @description API keys need the scope `generate`.
         */
        patch: operations["patchGenerationsByIdShare"];
        trace?: never;
    };
    "/api/generations/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a video with a generated sound as one file
         * @description By the id of a sound: the video that it was made for, with it. By the id of a video: with the sound that `sound` names.
         *
         *     API keys need the scope `files`.
         */
        get: operations["getGenerationsByIdDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/captioned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a video with its captions in the picture
         * @description The newest captions of the video are drawn into it: H.264 in an mp4, in its size and with its sound. It is free. About a minute of 1080p is the longest. A reply that takes longer than 20 seconds begins before its file is there, in the format of gzip where the client takes it; a failure then breaks the connection.
         *
         *     API keys need the scope `files`.
         */
        get: operations["getGenerationsByIdCaptioned"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a video in another format
         * @description The video or GIF is written again: as WebM in its size and with its sound, as GIF of at most 640 pixels and 15 pictures a second, as animated WebP of at most 720 and 20, or as a zip of all its pictures as PNG. It is free. About a minute of 1080p is the longest, half of that for pictures. A reply that takes longer than 20 seconds begins before its file is there, in the format of gzip where the client takes it; a failure then breaks the connection.
         *
         *     API keys need the scope `files`.
         */
        get: operations["getGenerationsByIdExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/library/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare a zip of results of any medium; returns its URL
         * @description API keys need the scope `files`.
         */
        post: operations["postLibraryDownload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/library/download/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a prepared zip, which is created while it is sent
         * @description API keys need the scope `files`.
         */
        get: operations["getLibraryDownloadById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/library": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your generations by page, in an order, or by cursor, newest first
         * @description API keys need the scope `read`.
         */
        get: operations["getLibrary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/library/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count matching generations by medium and by each filter value
         * @description API keys need the scope `read`.
         */
        get: operations["getLibraryFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/library/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count matching generations by day
         * @description API keys need the scope `read`.
         */
        get: operations["getLibraryDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/library/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set favorite mark, tags, project and text alternative of many generations at once
         * @description API keys need the scope `generate`.
         */
        post: operations["postLibraryChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your projects
         * @description API keys need the scope `read`.
         */
        get: operations["getProjects"];
        put?: never;
        /**
         * Create a project
         * @description API keys need the scope `generate`.
         */
        post: operations["postProjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the order of your projects
         * @description API keys need the scope `generate`.
         */
        put: operations["putProjectsOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a project; its generations stay
         * @description API keys need the scope `generate`.
         */
        delete: operations["deleteProjectsById"];
        options?: never;
        head?: never;
        /**
         * Rename or archive a project, or choose its cover
         * @description API keys need the scope `generate`.
         */
        patch: operations["patchProjectsById"];
        trace?: never;
    };
    "/api/cuts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your cuts that wait, run, or ended within a day
         * @description API keys need the scope `read`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        get: operations["getCuts"];
        put?: never;
        /**
         * Cut and join videos or sounds of your own
         * @description Free. Each clip is a part of one of your results or uploads: of a video, or of a sound where `result` is `mp3` or `wav`. The result is a generation of the kind `cut`, made when the rendering ends; follow it with `GET /api/cuts/{id}`.
         *
         *     API keys need the scope `generate`.
         */
        post: operations["postCuts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cuts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a cut
         * @description API keys need the scope `generate` or `read`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        get: operations["getCutsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cuts/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a cut that waits or runs
         * @description API keys need the scope `generate`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        post: operations["postCutsByIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/films/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a film for an editor
         * @description As an OpenTimelineIO timeline, as an edit decision list (CMX 3600), or as a zip of both with the files of the takes and the sound. Addresses in a single timeline need a sign-in; those in the zip are paths beside it. A shot without a take is a gap of the length that it asks for.
         *
         *     API keys need the scope `files`.
         */
        get: operations["getFilmsByIdExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/films": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your films, last edited first
         * @description API keys need the scope `read`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        get: operations["getFilms"];
        put?: never;
        /**
         * Create a film
         * @description Free. With `works` in place of a `document`, each video becomes a shot with that take, each picture one that begins with it. A document has no takes yet: `take_id` of a shot has no effect.
         *
         *     API keys need the scope `generate`.
         */
        post: operations["postFilms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/films/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a film with its shots and takes
         * @description API keys need the scope `generate` or `read`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        get: operations["getFilmsById"];
        /**
         * Save the document or the name of a film
         * @description When the film has another revision by now, the answer is 409 `film_changed`, and the document that was sent is kept as a version: its id is `version`.
         *
         *     API keys need the scope `generate`.
         */
        put: operations["putFilmsById"];
        post?: never;
        /**
         * Delete a film; its takes stay in the library
         * @description API keys need the scope `generate`.
         */
        delete: operations["deleteFilmsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/films/{id}/make": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the missing shots of a film, or price them
         * @description One batch with a line for each shot; either all are accepted or none. Named shots get another take, also when they have one. Only good takes are charged.
         *
         *     API keys need the scope `generate`.
         */
        post: operations["postFilmsByIdMake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/films/{id}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join the takes of a film
         * @description Free. The result is a generation of the kind `cut`; follow it with `GET /api/films/{id}`.
         *
         *     API keys need the scope `generate`.
         */
        post: operations["postFilmsByIdJoin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/films/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a film, newest first
         * @description API keys need the scope `read`.
         */
        get: operations["getFilmsByIdVersions"];
        put?: never;
        /**
         * Keep a film as it is by a name
         * @description API keys need the scope `generate`.
         */
        post: operations["postFilmsByIdVersions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/films/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a version in place of the document, which is kept as a version
         * @description API keys need the scope `generate`.
         */
        post: operations["postFilmsByIdVersionsByVersionRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the generations in the trash, last deleted first
         * @description API keys need the scope `read`.
         */
        get: operations["getTrash"];
        put?: never;
        post?: never;
        /**
         * Delete generations in the trash for good: these, or all
         * @description API keys need the scope `generate`.
         */
        delete: operations["deleteTrash"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trash/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a generation that is in the trash
         * @description API keys need the scope `read`.
         */
        get: operations["getTrashById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/library/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move generations of any medium to the trash; running ones are cancelled
         * @description API keys need the scope `generate`.
         */
        post: operations["postLibraryTrash"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/library/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore generations from the trash
         * @description API keys need the scope `generate`.
         */
        post: operations["postLibraryRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/library/find-file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the generation that made a file, by the SHA-256 of its bytes
         * @description API keys need the scope `read`.
         */
        post: operations["postLibraryFindFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a doubtful result, or return it for its credits
         * @description API keys need the scope `generate`.
         */
        post: operations["postGenerationsByIdAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate-presigned-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a signed URL to PUT a file to
         * @description API keys need the scope `files`.
         */
        post: operations["postGeneratePresignedUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uploads/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a file after its PUT, which makes it usable
         * @description API keys need the scope `files`.
         */
        post: operations["postUploadsConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credits/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your balance and spending
         * @description API keys need the scope `read`.
         */
        get: operations["getCreditsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credits/spending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your spending on each of the last 30 days
         * @description API keys need the scope `read`.
         */
        get: operations["getCreditsSpending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credits/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your ledger, newest first
         * @description API keys need the scope `read`.
         */
        get: operations["getCreditsLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credits/ledger/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your ledger with one row per generation, newest first
         * @description A filter finds the generations with a matching entry; each is listed with all of its entries.
         *
         *     API keys need the scope `read`.
         */
        get: operations["getCreditsLedgerGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credits/ledger.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export your ledger as CSV, oldest first
         * @description API keys need the scope `read`.
         */
        get: operations["getCreditsLedgerCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the receipt of a generation
         * @description API keys need the scope `read`.
         */
        get: operations["getGenerationsByIdReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your newest 50 webhook deliveries
         * @description API keys need the scope `read`.
         *
         *     Counted apart from other requests: it may be repeated twice a second for each generation that runs or waits.
         */
        get: operations["getUserWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhook-deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a webhook
         * @description API keys need the scope `generate`.
         */
        post: operations["postUserWebhookDeliveriesByIdRedeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Generation: {
            id: string;
            request_id: string;
            kind: string;
            /** @enum {string} */
            medium: "video" | "image" | "audio" | "text";
            /** @enum {string} */
            status: "waiting" | "pending" | "processing" | "completed" | "failed" | "partial" | "cancelled";
            revision: number;
            prompt: string;
            negative_prompt: string;
            model: string;
            stood_in_for: string | null;
            stand_in: {
                kind: string | null;
                max_credits: number | null;
            } | null;
            width: number | null;
            height: number | null;
            input: {
                [key: string]: unknown;
            };
            adjustments: {
                field: string;
                from: unknown;
                to: unknown;
                reason: string;
            }[];
            progress: {
                /** @enum {string} */
                stage: "waiting" | "reserved" | "queued" | "generating" | "saving" | "cancelling" | "done";
                waiting_reason: ("place" | "paused" | "debt" | "provider" | "model") | null;
                queue_position: number | null;
                percent: number | null;
                stage_started_at: string | null;
                expected_seconds: number;
                expected_most_seconds: number | null;
            };
            can_cancel: boolean;
            credits: {
                cost: number;
                held: number;
                settled: number;
                released: number;
            };
            outputs: {
                id: string;
                url: string | null;
                poster_url: string | null;
                placeholder: string | null;
                content_type: string;
                bytes: number | null;
                width: number | null;
                height: number | null;
                duration_seconds: number | null;
                fps: number | null;
                text: string | null;
                peaks?: number[];
                is_flagged: boolean;
                original_url: string | null;
            }[];
            error: {
                code: string;
                message: string;
                reason: string | null;
                fields: {
                    field: string;
                    message: string;
                    index?: number;
                }[];
            } | null;
            question: {
                /** @enum {string} */
                doubt: "blank" | "frozen" | "noise" | "silent" | "clipped" | "short" | "echo";
                credits: number;
                until: string;
            } | null;
            is_public: boolean;
            is_favorite: boolean;
            tags: string[];
            alt_text: string | null;
            project_id: string | null;
            batch_id: string | null;
            batch_line: number | null;
            batch_set: number | null;
            created_at: string;
            submitted_at: string | null;
            finished_at: string | null;
            seed_used: number | null;
            provider_request_id: string | null;
        };
        Batch: {
            id: string;
            name: string;
            project_id: string | null;
            lines: number;
            sets: number;
            counts: {
                waiting: number;
                running: number;
                completed: number;
                failed: number;
                deleted: number;
            };
            credits: {
                total: number;
                held: number;
                charged: number;
                released: number;
            };
            picks: {
                set: number;
                generation_id: string;
            }[];
            covers: string[];
            created_at: string;
        };
    };
    responses: {
        /** @description Refused, or failed: `code` says why and never changes. */
        Refusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: string;
                    message: string;
                    code: string;
                    issues?: {
                        path: string;
                        message: string;
                        code?: string;
                        params?: {
                            [key: string]: string | number;
                        };
                    }[];
                    trace_id?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        /** @description Too many at a time. */
        TooMany: {
            headers: {
                /** @description Seconds after which to try again, with every 429. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: string;
                    message: string;
                    code: string;
                    issues?: {
                        path: string;
                        message: string;
                        code?: string;
                        params?: {
                            [key: string]: string | number;
                        };
                    }[];
                    trace_id?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        /** @description Unavailable at the moment. */
        Unavailable: {
            headers: {
                /** @description Seconds after which to try again, with every 503. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: string;
                    message: string;
                    code: string;
                    issues?: {
                        path: string;
                        message: string;
                        code?: string;
                        params?: {
                            [key: string]: string | number;
                        };
                    }[];
                    trace_id?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getPricing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        packs: {
                            id: string;
                            credits: number;
                            amount_minor: number;
                            currency: string;
                            buys: {
                                kind: string;
                                /** @enum {string} */
                                medium: "video" | "image" | "audio" | "text";
                                usual_count: number;
                                lowest_count: number;
                            }[];
                        }[];
                        kinds: {
                            id: string;
                            /** @enum {string} */
                            medium: "video" | "image" | "audio" | "text";
                            usual: {
                                cost_credits: number;
                                settings: {
                                    [key: string]: unknown;
                                };
                            };
                            lowest: {
                                cost_credits: number;
                                settings: {
                                    [key: string]: unknown;
                                };
                            };
                        }[];
                        refund_rules: ("failed_is_free" | "partial_pays_delivered" | "price_is_locked")[];
                        /** @enum {string} */
                        checkout: "stripe" | "test" | "none";
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        counted_to: string;
                        provider_held_since: string | null;
                        kinds: {
                            id: string;
                            /** @enum {string} */
                            medium: "video" | "image" | "audio" | "text";
                            recent: {
                                failed: number;
                                total: number;
                            };
                            is_failing: boolean;
                            held_since: string | null;
                            successor: string | null;
                            expected: {
                                typical: number;
                                most: number;
                                wait_seconds: number;
                                slices: {
                                    slice: string;
                                    typical: number;
                                    most: number;
                                }[];
                            };
                            day: {
                                completed: number;
                                failed: number;
                                refused: number;
                                cancelled: number;
                                returned: number;
                                refunded: number;
                                wait_seconds: {
                                    p50: number;
                                    p95: number;
                                } | null;
                                run_seconds: {
                                    p50: number;
                                    p95: number;
                                } | null;
                                back_seconds: {
                                    p50: number;
                                    p95: number;
                                } | null;
                                kept: {
                                    typical: number;
                                    most: number;
                                } | null;
                                tenths: number[] | null;
                            };
                            week: {
                                completed: number;
                                failed: number;
                                refused: number;
                                cancelled: number;
                                returned: number;
                                refunded: number;
                                wait_seconds: {
                                    p50: number;
                                    p95: number;
                                } | null;
                                run_seconds: {
                                    p50: number;
                                    p95: number;
                                } | null;
                                back_seconds: {
                                    p50: number;
                                    p95: number;
                                } | null;
                                kept: {
                                    typical: number;
                                    most: number;
                                } | null;
                                tenths: number[] | null;
                            };
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getKindsClosures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        closures: {
                            kind: string;
                            is_closed: boolean;
                            closed_at: string | null;
                            leaves_at: string | null;
                            successor: string | null;
                            note: string | null;
                            cause: ("unverified" | "price_moved") | null;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        trash_days: number;
                        erasure_days: number;
                        provider_file_hours: number;
                        provider_stores_payloads: boolean;
                        provider_deletes_payloads: boolean;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getWellKnownContentCredentialsJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificates: {
                            serial_number: string;
                            subject: string;
                            sha256: string;
                            valid_to: string;
                            is_current: boolean;
                            issuer: string;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getWellKnownJwksJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            /** @enum {string} */
                            kty: "OKP";
                            /** @enum {string} */
                            crv: "Ed25519";
                            x: string;
                            kid: string;
                            /** @enum {string} */
                            use: "sig";
                            /** @enum {string} */
                            alg: "EdDSA";
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getWellKnownLedgerCheckpoints: {
        parameters: {
            query?: {
                from?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            number: number;
                            time: string;
                            accounts: number;
                            root: string;
                            log_root: string;
                            restored: {
                                to: {
                                    number: number;
                                    log_root: string;
                                } | null;
                                published: {
                                    number: number;
                                    log_root: string;
                                };
                            } | null;
                            signed: string;
                        }[];
                        next: number | null;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getWellKnownLedgerLog: {
        parameters: {
            query: {
                from: number;
                to?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checkpoint: string;
                        from: number;
                        inclusion: string[];
                        consistency: string[];
                        restores: {
                            checkpoint: string;
                            inclusion: string[];
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getUserInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "0190a3e0-1111-7000-8000-000000000001",
                     *         "email": "paid@atelier.test",
                     *         "name": "Paid",
                     *         "is_admin": false,
                     *         "created_at": "2026-11-26T09:00:00.000Z",
                     *         "sign_in": {
                     *           "way": "google",
                     *           "issuer": "https://accounts.google.com"
                     *         },
                     *         "lock": null
                     *       },
                     *       "credits": {
                     *         "left_credits": 19700,
                     *         "held_credits": 300,
                     *         "revision": 12
                     *       },
                     *       "has_ever_paid": true,
                     *       "trash_days": 30,
                     *       "notices": [
                     *         {
                     *           "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *           "kind": "sign_in",
                     *           "device": {
                     *             "browser": "Firefox",
                     *             "system": "Linux"
                     *           },
                     *           "address": "203.0.113.5",
                     *           "key_ending": null,
                     *           "program": null,
                     *           "created_at": "2026-03-01T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        user: {
                            id: string;
                            email: string;
                            name: string | null;
                            is_admin: boolean;
                            created_at: string;
                            sign_in: {
                                /** @enum {string} */
                                way: "google" | "openid" | "local";
                                issuer: string;
                            };
                            lock: {
                                locked_at: string;
                                reason: string | null;
                            } | null;
                        };
                        credits: {
                            left_credits: number;
                            held_credits: number;
                            revision: number;
                        };
                        has_ever_paid: boolean;
                        trash_days: number;
                        notices: {
                            id: string;
                            /** @enum {string} */
                            kind: "sign_in" | "api_key_created" | "program_connected";
                            device: {
                                browser: string | null;
                                system: string | null;
                            };
                            address: string | null;
                            key_ending: string | null;
                            program: string | null;
                            created_at: string;
                        }[];
                        key?: {
                            id: string;
                            name: string;
                            ending: string;
                            client: {
                                id: string;
                                name: string;
                                host: string | null;
                            } | null;
                            created_at: string;
                            last_used_at: string | null;
                            scopes: ("generate" | "read" | "files")[];
                            expires_at: string | null;
                            is_expired: boolean;
                            daily_budget_credits: number | null;
                            total_budget_credits: number | null;
                            ask_above_credits: number | null;
                            job_budget_credits: number | null;
                            kinds: string[] | null;
                            spent_today_credits: number;
                            spent_credits: number;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getGenerations: {
        parameters: {
            query?: {
                submission?: string;
                active?: "true" | "false";
                medium?: "video" | "image" | "audio" | "text";
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "request_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *           "status": "completed",
                     *           "revision": 6,
                     *           "prompt": "A paper boat on a rain-soaked street",
                     *           "negative_prompt": "",
                     *           "model": "wan-t2v",
                     *           "stood_in_for": null,
                     *           "stand_in": null,
                     *           "width": 854,
                     *           "height": 480,
                     *           "input": {
                     *             "prompt": "A paper boat on a rain-soaked street",
                     *             "resolution": "480p",
                     *             "aspect_ratio": "16:9"
                     *           },
                     *           "adjustments": [],
                     *           "progress": {
                     *             "stage": "done",
                     *             "waiting_reason": null,
                     *             "queue_position": null,
                     *             "percent": null,
                     *             "stage_started_at": "2026-03-01T09:31:04.000Z",
                     *             "expected_seconds": 60,
                     *             "expected_most_seconds": null
                     *           },
                     *           "can_cancel": false,
                     *           "credits": {
                     *             "cost": 300,
                     *             "held": 0,
                     *             "settled": 300,
                     *             "released": 0
                     *           },
                     *           "outputs": [
                     *             {
                     *               "id": "0190a3f3-68c0-7d0b-8b1e-0a8f3f5f9d21",
                     *               "url": "/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.mp4",
                     *               "poster_url": "/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.webp",
                     *               "placeholder": null,
                     *               "content_type": "video/mp4",
                     *               "bytes": 1482233,
                     *               "width": 854,
                     *               "height": 480,
                     *               "duration_seconds": 5.06,
                     *               "fps": 16,
                     *               "text": null,
                     *               "is_flagged": false,
                     *               "original_url": "https://v3.fal.media/files/otter/boat.mp4"
                     *             }
                     *           ],
                     *           "error": null,
                     *           "question": null,
                     *           "is_public": false,
                     *           "is_favorite": false,
                     *           "tags": [],
                     *           "alt_text": null,
                     *           "project_id": null,
                     *           "batch_id": null,
                     *           "batch_line": null,
                     *           "batch_set": null,
                     *           "submitted_at": "2026-03-01T09:30:00.412Z",
                     *           "finished_at": "2026-03-01T09:31:04.000Z",
                     *           "seed_used": 815,
                     *           "provider_request_id": "764cabcf-b745-4b3e-ae38-1200304cf45b",
                     *           "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *           "kind": "text-to-video",
                     *           "medium": "video",
                     *           "created_at": "2026-03-01T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Generation"][];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postGenerations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of a model. */
                    kind: string;
                    /** @description The fields of the kind. */
                    input: {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: uuid
                     * @description Makes the submission idempotent: repeated with the same body, it gets the first answer and is charged once. The header `Idempotency-Key` means the same and takes precedence.
                     */
                    request_id?: string;
                    /** @description The price that was shown to the user; of a batch the sum. With another price the answer is 409 `price_changed`, and nothing is charged. */
                    expected_cost?: number;
                    /** @description The `quote` of `POST /api/quotes` for the same `kind` and `input`, or `lines`: exactly its price is charged. Another quote, or another price by now, is refused, and nothing is charged. */
                    quote?: string;
                    /**
                     * @description Whether anyone who has its address may read a file of the result. Otherwise only the owner may.
                     * @default false
                     */
                    is_public?: boolean;
                    /** @description The same as `is_public`, which takes precedence. */
                    isPublic?: boolean;
                    /** @description One of your generations whose settings these are. It is kept as their lineage. */
                    made_from?: string | null;
                    /** @description While the model takes no work: `wait` (the default), `ask` you first, or another model of the same medium that may make it at no more than `max_credits`. A batch has it for each of its lines. */
                    if_down?: ("wait" | "ask") | {
                        kind: string;
                        max_credits: number;
                    };
                    /** @description One of your generations that this one repeats. What that one was made from is kept of this one, too. */
                    retry_of?: string | null;
                    /** @description One of your projects that are not archived, which the generation goes into. */
                    project_id?: string | null;
                    /** @description Receives one signed message when the generation ends, in the format of fal’s webhooks. It must begin with `https://` and may not be in a private network. */
                    webhook_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *       "request_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *       "status": "pending",
                     *       "credits": {
                     *         "cost": 300,
                     *         "left_credits": 19700
                     *       },
                     *       "generation": {
                     *         "request_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "status": "pending",
                     *         "revision": 1,
                     *         "prompt": "A paper boat on a rain-soaked street",
                     *         "negative_prompt": "",
                     *         "model": "wan-t2v",
                     *         "stood_in_for": null,
                     *         "stand_in": null,
                     *         "width": 854,
                     *         "height": 480,
                     *         "input": {
                     *           "prompt": "A paper boat on a rain-soaked street",
                     *           "resolution": "480p"
                     *         },
                     *         "adjustments": [],
                     *         "progress": {
                     *           "stage": "reserved",
                     *           "waiting_reason": null,
                     *           "queue_position": null,
                     *           "percent": null,
                     *           "stage_started_at": "2026-03-01T09:30:00.000Z",
                     *           "expected_seconds": 60,
                     *           "expected_most_seconds": null
                     *         },
                     *         "can_cancel": true,
                     *         "credits": {
                     *           "cost": 300,
                     *           "held": 300,
                     *           "settled": 0,
                     *           "released": 0
                     *         },
                     *         "outputs": [],
                     *         "error": null,
                     *         "question": null,
                     *         "is_public": false,
                     *         "is_favorite": false,
                     *         "tags": [],
                     *         "alt_text": null,
                     *         "project_id": null,
                     *         "batch_id": null,
                     *         "batch_line": null,
                     *         "batch_set": null,
                     *         "submitted_at": null,
                     *         "finished_at": null,
                     *         "seed_used": null,
                     *         "provider_request_id": null,
                     *         "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "kind": "text-to-video",
                     *         "medium": "video",
                     *         "created_at": "2026-03-01T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        id: string;
                        request_id: string;
                        status: string;
                        credits: {
                            cost: number;
                            left_credits: number;
                        };
                        generation: components["schemas"]["Generation"];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getGenerationsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generation": {
                     *         "request_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "status": "completed",
                     *         "revision": 6,
                     *         "prompt": "A paper boat on a rain-soaked street",
                     *         "negative_prompt": "",
                     *         "model": "wan-t2v",
                     *         "stood_in_for": null,
                     *         "stand_in": null,
                     *         "width": 854,
                     *         "height": 480,
                     *         "input": {
                     *           "prompt": "A paper boat on a rain-soaked street",
                     *           "resolution": "480p",
                     *           "aspect_ratio": "16:9"
                     *         },
                     *         "adjustments": [],
                     *         "progress": {
                     *           "stage": "done",
                     *           "waiting_reason": null,
                     *           "queue_position": null,
                     *           "percent": null,
                     *           "stage_started_at": "2026-03-01T09:31:04.000Z",
                     *           "expected_seconds": 60,
                     *           "expected_most_seconds": null
                     *         },
                     *         "can_cancel": false,
                     *         "credits": {
                     *           "cost": 300,
                     *           "held": 0,
                     *           "settled": 300,
                     *           "released": 0
                     *         },
                     *         "outputs": [
                     *           {
                     *             "id": "0190a3f3-68c0-7d0b-8b1e-0a8f3f5f9d21",
                     *             "url": "/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.mp4",
                     *             "poster_url": "/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.webp",
                     *             "placeholder": null,
                     *             "content_type": "video/mp4",
                     *             "bytes": 1482233,
                     *             "width": 854,
                     *             "height": 480,
                     *             "duration_seconds": 5.06,
                     *             "fps": 16,
                     *             "text": null,
                     *             "is_flagged": false,
                     *             "original_url": "https://v3.fal.media/files/otter/boat.mp4"
                     *           }
                     *         ],
                     *         "error": null,
                     *         "question": null,
                     *         "is_public": false,
                     *         "is_favorite": false,
                     *         "tags": [],
                     *         "alt_text": null,
                     *         "project_id": null,
                     *         "batch_id": null,
                     *         "batch_line": null,
                     *         "batch_set": null,
                     *         "submitted_at": "2026-03-01T09:30:00.412Z",
                     *         "finished_at": "2026-03-01T09:31:04.000Z",
                     *         "seed_used": 815,
                     *         "provider_request_id": "764cabcf-b745-4b3e-ae38-1200304cf45b",
                     *         "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "kind": "text-to-video",
                     *         "medium": "video",
                     *         "created_at": "2026-03-01T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        generation: components["schemas"]["Generation"];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    patchGenerationsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_public": true
                 *     }
                 */
                "application/json": {
                    is_public: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generation": {
                     *         "request_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "status": "completed",
                     *         "revision": 6,
                     *         "prompt": "A paper boat on a rain-soaked street",
                     *         "negative_prompt": "",
                     *         "model": "wan-t2v",
                     *         "stood_in_for": null,
                     *         "stand_in": null,
                     *         "width": 854,
                     *         "height": 480,
                     *         "input": {
                     *           "prompt": "A paper boat on a rain-soaked street",
                     *           "resolution": "480p",
                     *           "aspect_ratio": "16:9"
                     *         },
                     *         "adjustments": [],
                     *         "progress": {
                     *           "stage": "done",
                     *           "waiting_reason": null,
                     *           "queue_position": null,
                     *           "percent": null,
                     *           "stage_started_at": "2026-03-01T09:31:04.000Z",
                     *           "expected_seconds": 60,
                     *           "expected_most_seconds": null
                     *         },
                     *         "can_cancel": false,
                     *         "credits": {
                     *           "cost": 300,
                     *           "held": 0,
                     *           "settled": 300,
                     *           "released": 0
                     *         },
                     *         "outputs": [
                     *           {
                     *             "id": "0190a3f3-68c0-7d0b-8b1e-0a8f3f5f9d21",
                     *             "url": "/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.mp4",
                     *             "poster_url": "/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.webp",
                     *             "placeholder": null,
                     *             "content_type": "video/mp4",
                     *             "bytes": 1482233,
                     *             "width": 854,
                     *             "height": 480,
                     *             "duration_seconds": 5.06,
                     *             "fps": 16,
                     *             "text": null,
                     *             "is_flagged": false,
                     *             "original_url": "https://v3.fal.media/files/otter/boat.mp4"
                     *           }
                     *         ],
                     *         "error": null,
                     *         "question": null,
                     *         "is_public": true,
                     *         "is_favorite": false,
                     *         "tags": [],
                     *         "alt_text": null,
                     *         "project_id": null,
                     *         "batch_id": null,
                     *         "batch_line": null,
                     *         "batch_set": null,
                     *         "submitted_at": "2026-03-01T09:30:00.412Z",
                     *         "finished_at": "2026-03-01T09:31:04.000Z",
                     *         "seed_used": 815,
                     *         "provider_request_id": "764cabcf-b745-4b3e-ae38-1200304cf45b",
                     *         "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "kind": "text-to-video",
                     *         "medium": "video",
                     *         "created_at": "2026-03-01T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        generation: components["schemas"]["Generation"];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postGenerationsByIdCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generation": {
                     *         "request_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "status": "cancelled",
                     *         "revision": 1,
                     *         "prompt": "A paper boat on a rain-soaked street",
                     *         "negative_prompt": "",
                     *         "model": "wan-t2v",
                     *         "stood_in_for": null,
                     *         "stand_in": null,
                     *         "width": 854,
                     *         "height": 480,
                     *         "input": {
                     *           "prompt": "A paper boat on a rain-soaked street",
                     *           "resolution": "480p",
                     *           "aspect_ratio": "16:9"
                     *         },
                     *         "adjustments": [],
                     *         "progress": {
                     *           "stage": "reserved",
                     *           "waiting_reason": null,
                     *           "queue_position": null,
                     *           "percent": null,
                     *           "stage_started_at": "2026-03-01T09:30:00.000Z",
                     *           "expected_seconds": 60,
                     *           "expected_most_seconds": null
                     *         },
                     *         "can_cancel": false,
                     *         "credits": {
                     *           "cost": 300,
                     *           "held": 300,
                     *           "settled": 0,
                     *           "released": 0
                     *         },
                     *         "outputs": [],
                     *         "error": null,
                     *         "question": null,
                     *         "is_public": false,
                     *         "is_favorite": false,
                     *         "tags": [],
                     *         "alt_text": null,
                     *         "project_id": null,
                     *         "batch_id": null,
                     *         "batch_line": null,
                     *         "batch_set": null,
                     *         "submitted_at": null,
                     *         "finished_at": null,
                     *         "seed_used": null,
                     *         "provider_request_id": null,
                     *         "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "kind": "text-to-video",
                     *         "medium": "video",
                     *         "created_at": "2026-03-01T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        generation: components["schemas"]["Generation"];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postGenerationsByIdFrames: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "at": "last"
                 *     }
                 */
                "application/json": {
                    output?: number;
                    at: ("first" | "last") | number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "imageUrl": "https://atelier.example/media/u/0190a3e0/0190a3f1.png",
                     *       "width": 1280,
                     *       "height": 720
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        imageUrl: string;
                        width: number;
                        height: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getBatches: {
        parameters: {
            query?: {
                before?: string;
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"][];
                        next: string | null;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postBatches: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Boats",
                 *       "expected_cost": 40,
                 *       "lines": [
                 *         {
                 *           "kind": "flux-schnell",
                 *           "input": {
                 *             "prompt": "A paper boat on the rain",
                 *             "seed": 1
                 *           }
                 *         },
                 *         {
                 *           "kind": "flux-schnell",
                 *           "input": {
                 *             "prompt": "A paper boat on the rain",
                 *             "seed": 2
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Makes the submission idempotent: repeated with the same body, it gets the first answer and is charged once. The header `Idempotency-Key` means the same and takes precedence.
                     */
                    request_id?: string;
                    /** @description The price that was shown to the user; of a batch the sum. With another price the answer is 409 `price_changed`, and nothing is charged. */
                    expected_cost?: number;
                    /** @description The `quote` of `POST /api/quotes` for the same `kind` and `input`, or `lines`: exactly its price is charged. Another quote, or another price by now, is refused, and nothing is charged. */
                    quote?: string;
                    /**
                     * @description Whether anyone who has its address may read a file of the result. Otherwise only the owner may.
                     * @default false
                     */
                    is_public?: boolean;
                    /** @description The same as `is_public`, which takes precedence. */
                    isPublic?: boolean;
                    /** @description One of your generations whose settings these are. It is kept as their lineage. */
                    made_from?: string | null;
                    /** @description While the model takes no work: `wait` (the default), `ask` you first, or another model of the same medium that may make it at no more than `max_credits`. A batch has it for each of its lines. */
                    if_down?: ("wait" | "ask") | {
                        kind: string;
                        max_credits: number;
                    };
                    /** @description One of your generations that this one repeats. What that one was made from is kept of this one, too. */
                    retry_of?: string | null;
                    /** @description One of your projects that are not archived, which the generation goes into. */
                    project_id?: string | null;
                    /** @description Receives one signed message when the generation ends, in the format of fal’s webhooks. It must begin with `https://` and may not be in a private network. */
                    webhook_url?: string | null;
                    name?: string;
                    dry_run?: boolean;
                    lines: {
                        kind: string;
                        input: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                        generations: string[];
                        left_credits: number;
                    } | {
                        /** @enum {boolean} */
                        dry_run: true;
                        total_credits: number;
                        lines: {
                            line: number;
                            cost_credits: number | null;
                            duplicate_of: number | null;
                        }[];
                        problems: {
                            line: number;
                            path: string;
                            message: string;
                            code: string;
                        }[];
                        fits: {
                            lines: number;
                            left_credits: number;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getBatchesStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        models: {
                            model: string;
                            /** @enum {string} */
                            medium: "video" | "image" | "audio" | "text";
                            compared: number;
                            won: number;
                            keepers: number;
                            credits: number;
                            credits_per_keeper: number | null;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getBatchesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    patchBatchesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Boats at sea"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    putBatchesByIdPick: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "set": 1,
                 *       "generation_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10"
                 *     }
                 */
                "application/json": {
                    set: number;
                    generation_id: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postBatchesByIdCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changed: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postBatchesByIdDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        downloadUrl: string;
                        expires_seconds: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postQuotes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "text-to-video",
                 *       "input": {
                 *         "prompt": "A paper boat on the rain"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Makes the submission idempotent: repeated with the same body, it gets the first answer and is charged once. The header `Idempotency-Key` means the same and takes precedence.
                     */
                    request_id?: string;
                    /** @description The price that was shown to the user; of a batch the sum. With another price the answer is 409 `price_changed`, and nothing is charged. */
                    expected_cost?: number;
                    /** @description The `quote` of `POST /api/quotes` for the same `kind` and `input`, or `lines`: exactly its price is charged. Another quote, or another price by now, is refused, and nothing is charged. */
                    quote?: string;
                    /**
                     * @description Whether anyone who has its address may read a file of the result. Otherwise only the owner may.
                     * @default false
                     */
                    is_public?: boolean;
                    /** @description The same as `is_public`, which takes precedence. */
                    isPublic?: boolean;
                    /** @description One of your generations whose settings these are. It is kept as their lineage. */
                    made_from?: string | null;
                    /** @description While the model takes no work: `wait` (the default), `ask` you first, or another model of the same medium that may make it at no more than `max_credits`. A batch has it for each of its lines. */
                    if_down?: ("wait" | "ask") | {
                        kind: string;
                        max_credits: number;
                    };
                    /** @description One of your generations that this one repeats. What that one was made from is kept of this one, too. */
                    retry_of?: string | null;
                    /** @description One of your projects that are not archived, which the generation goes into. */
                    project_id?: string | null;
                    /** @description Receives one signed message when the generation ends, in the format of fal’s webhooks. It must begin with `https://` and may not be in a private network. */
                    webhook_url?: string | null;
                    kind?: string;
                    input?: {
                        [key: string]: unknown;
                    };
                    lines?: {
                        kind: string;
                        input: {
                            [key: string]: unknown;
                        };
                    }[];
                } | unknown | unknown;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "quote": "eyJhbGciOiJFZERTQSJ9.eyJjcmVkaXRzIjozMDB9.c2lnbmF0dXJl",
                     *       "expires_at": "2026-03-01T09:10:00.000Z",
                     *       "total_credits": 300,
                     *       "lines": [
                     *         {
                     *           "line": 1,
                     *           "cost_credits": 300,
                     *           "expected_seconds": 74.5,
                     *           "expected_most_seconds": 118
                     *         }
                     *       ],
                     *       "refusal": null
                     *     }
                     */
                    "application/json": {
                        quote: string | null;
                        expires_at: string | null;
                        total_credits: number;
                        lines: {
                            line: number;
                            cost_credits: number | null;
                            expected_seconds: number | null;
                            expected_most_seconds: number | null;
                        }[];
                        refusal: ({
                            status: number;
                            code: string;
                            message: string;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getLine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *           "position": 1,
                     *           "kind": "text-to-video",
                     *           "medium": "video",
                     *           "prompt": "A paper boat on the rain",
                     *           "model": "wan-t2v",
                     *           "cost": 300,
                     *           "expected_seconds": 75,
                     *           "created_at": "2026-03-01T09:00:00.000Z",
                     *           "stop_after": false
                     *         }
                     *       ],
                     *       "is_paused": false,
                     *       "waiting_reason": "place",
                     *       "debt_credits": 0,
                     *       "running": 5,
                     *       "limits": {
                     *         "running": 5,
                     *         "waiting": 1000
                     *       },
                     *       "revision": 42
                     *     }
                     */
                    "application/json": {
                        data: {
                            id: string;
                            position: number;
                            kind: string;
                            /** @enum {string} */
                            medium: "video" | "image" | "audio" | "text";
                            prompt: string;
                            model: string;
                            cost: number;
                            expected_seconds: number;
                            created_at: string;
                            stop_after: boolean;
                        }[];
                        is_paused: boolean;
                        /** @enum {string} */
                        waiting_reason: "place" | "paused" | "debt" | "provider" | "model";
                        debt_credits: number;
                        running: number;
                        limits: {
                            running: number;
                            waiting: number;
                        };
                        revision: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postLineMove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10"
                 *       ],
                 *       "before": null
                 *     }
                 */
                "application/json": {
                    ids: string[];
                    before: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changed": 1,
                     *       "skipped": []
                     *     }
                     */
                    "application/json": {
                        changed: number;
                        skipped: string[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postLineCancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10"
                 *       ]
                 *     }
                 */
                "application/json": {
                    ids: string[];
                } | {
                    /** @enum {boolean} */
                    all: true;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changed": 1,
                     *       "skipped": []
                     *     }
                     */
                    "application/json": {
                        changed: number;
                        skipped: string[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postLinePause: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "is_paused": true
                     *     }
                     */
                    "application/json": {
                        is_paused: boolean;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postLineResume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "is_paused": false
                     *     }
                     */
                    "application/json": {
                        is_paused: boolean;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postLineStopAfter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                 *       "on": true
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    on: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changed": 1,
                     *       "skipped": []
                     *     }
                     */
                    "application/json": {
                        changed: number;
                        skipped: string[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getGenerationsByIdStandIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offer": {
                     *         "kind": "text-to-video",
                     *         "credits": 300
                     *       }
                     *     }
                     */
                    "application/json": {
                        offer: {
                            kind: string;
                            credits: number;
                        } | null;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postGenerationsByIdStandIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "text-to-video",
                 *       "max_credits": 300
                 *     }
                 */
                "application/json": {
                    kind: string;
                    max_credits: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generation": {
                     *         "request_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "status": "waiting",
                     *         "revision": 1,
                     *         "prompt": "A paper boat on a rain-soaked street",
                     *         "negative_prompt": "",
                     *         "model": "wan-t2v",
                     *         "stood_in_for": "veo3-1",
                     *         "stand_in": null,
                     *         "width": 854,
                     *         "height": 480,
                     *         "input": {
                     *           "prompt": "A paper boat on a rain-soaked street",
                     *           "resolution": "480p",
                     *           "aspect_ratio": "16:9"
                     *         },
                     *         "adjustments": [],
                     *         "progress": {
                     *           "stage": "reserved",
                     *           "waiting_reason": null,
                     *           "queue_position": null,
                     *           "percent": null,
                     *           "stage_started_at": "2026-03-01T09:30:00.000Z",
                     *           "expected_seconds": 60,
                     *           "expected_most_seconds": null
                     *         },
                     *         "can_cancel": true,
                     *         "credits": {
                     *           "cost": 300,
                     *           "held": 300,
                     *           "settled": 0,
                     *           "released": 0
                     *         },
                     *         "outputs": [],
                     *         "error": null,
                     *         "question": null,
                     *         "is_public": false,
                     *         "is_favorite": false,
                     *         "tags": [],
                     *         "alt_text": null,
                     *         "project_id": null,
                     *         "batch_id": null,
                     *         "batch_line": null,
                     *         "batch_set": null,
                     *         "submitted_at": null,
                     *         "finished_at": null,
                     *         "seed_used": null,
                     *         "provider_request_id": null,
                     *         "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "kind": "text-to-video",
                     *         "medium": "video",
                     *         "created_at": "2026-03-01T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        generation: components["schemas"]["Generation"];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getGenerationsByIdLineage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        parents: {
                            id: string;
                            kind: string;
                            /** @enum {string} */
                            medium: "video" | "image" | "audio" | "text";
                            created_at: string;
                            /** @enum {string} */
                            relation: "input" | "frame" | "settings";
                            field: string;
                            output: number | null;
                            depth: number;
                            generation: components["schemas"]["Generation"] | null;
                        }[];
                        children: {
                            id: string;
                            kind: string;
                            /** @enum {string} */
                            medium: "video" | "image" | "audio" | "text";
                            created_at: string;
                            /** @enum {string} */
                            relation: "input" | "frame" | "settings";
                            field: string;
                            output: number | null;
                            depth: number;
                            generation: components["schemas"]["Generation"] | null;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getGenerationsByIdTranscript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        language_code: string;
                        language_probability: number | null;
                        text: string;
                        words: {
                            text: string;
                            start?: number | null;
                            end?: number | null;
                            type: string;
                            speaker_id?: string | null;
                        }[];
                        paragraphs: {
                            start: number;
                            end: number;
                            speaker: number | null;
                            text: string;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getGenerationsByIdCaptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        captions: {
                            generation_id: string;
                            output: number;
                            language: string;
                            url: string;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getGenerationsByIdCaptionsByFormat: {
        parameters: {
            query?: {
                language?: string;
            };
            header?: never;
            path: {
                id: string;
                format: "vtt" | "srt" | "txt";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/vtt": string;
                    "application/x-subrip": string;
                    "text/plain": string;
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getShares: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            generation_id: string;
                            /** @enum {string} */
                            state: "active" | "ended" | "hidden" | "taken_down";
                            url: string | null;
                            shows_prompt: boolean;
                            shows_settings: boolean;
                            allows_download: boolean;
                            allows_indexing: boolean;
                            taken_down_reason: string | null;
                            views: number;
                            created_at: string;
                            ends_at: string | null;
                            kind: string;
                            /** @enum {string} */
                            medium: "video" | "image" | "audio" | "text";
                            prompt: string;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getGenerationsByIdShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        share: {
                            generation_id: string;
                            /** @enum {string} */
                            state: "active" | "ended" | "hidden" | "taken_down";
                            url: string | null;
                            shows_prompt: boolean;
                            shows_settings: boolean;
                            allows_download: boolean;
                            allows_indexing: boolean;
                            taken_down_reason: string | null;
                            views: number;
                            created_at: string;
                            ends_at: string | null;
                        } | null;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postGenerationsByIdShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shows_prompt": true,
                 *       "shows_settings": true,
                 *       "allows_download": true,
                 *       "allows_indexing": false,
                 *       "ends_at": null
                 *     }
                 */
                "application/json": {
                    /** @default true */
                    shows_prompt?: boolean;
                    /** @default true */
                    shows_settings?: boolean;
                    /** @default false */
                    allows_download?: boolean;
                    /** @default false */
                    allows_indexing?: boolean;
                    ends_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "share": {
                     *         "generation_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "state": "active",
                     *         "url": "https://atelier.example/s/gC6Xq0i3n7pV5tYb2KfHs8wLmRzQaD1eJ4oUuT9yBxk",
                     *         "shows_prompt": true,
                     *         "shows_settings": true,
                     *         "allows_download": true,
                     *         "allows_indexing": false,
                     *         "taken_down_reason": null,
                     *         "views": 0,
                     *         "created_at": "2026-03-01T09:05:00.000Z",
                     *         "ends_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        share: {
                            generation_id: string;
                            /** @enum {string} */
                            state: "active" | "ended" | "hidden" | "taken_down";
                            url: string | null;
                            shows_prompt: boolean;
                            shows_settings: boolean;
                            allows_download: boolean;
                            allows_indexing: boolean;
                            taken_down_reason: string | null;
                            views: number;
                            created_at: string;
                            ends_at: string | null;
                        } | null;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    deleteGenerationsByIdShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        share: {
                            generation_id: string;
                            /** @enum {string} */
                            state: "active" | "ended" | "hidden" | "taken_down";
                            url: string | null;
                            shows_prompt: boolean;
                            shows_settings: boolean;
                            allows_download: boolean;
                            allows_indexing: boolean;
                            taken_down_reason: string | null;
                            views: number;
                            created_at: string;
                            ends_at: string | null;
                        } | null;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    patchGenerationsByIdShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shows_prompt": false
                 *     }
                 */
                "application/json": {
                    shows_prompt?: boolean;
                    shows_settings?: boolean;
                    allows_download?: boolean;
                    allows_indexing?: boolean;
                    ends_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "share": {
                     *         "generation_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "state": "active",
                     *         "url": "https://atelier.example/s/gC6Xq0i3n7pV5tYb2KfHs8wLmRzQaD1eJ4oUuT9yBxk",
                     *         "shows_prompt": false,
                     *         "shows_settings": true,
                     *         "allows_download": true,
                     *         "allows_indexing": false,
                     *         "taken_down_reason": null,
                     *         "views": 12,
                     *         "created_at": "2026-03-01T09:05:00.000Z",
                     *         "ends_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        share: {
                            generation_id: string;
                            /** @enum {string} */
                            state: "active" | "ended" | "hidden" | "taken_down";
                            url: string | null;
                            shows_prompt: boolean;
                            shows_settings: boolean;
                            allows_download: boolean;
                            allows_indexing: boolean;
                            taken_down_reason: string | null;
                            views: number;
                            created_at: string;
                            ends_at: string | null;
                        } | null;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getGenerationsByIdDownload: {
        parameters: {
            query?: {
                sound?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": unknown;
                    "video/webm": unknown;
                    "video/quicktime": unknown;
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getGenerationsByIdCaptioned: {
        parameters: {
            query?: {
                output?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": unknown;
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getGenerationsByIdExport: {
        parameters: {
            query: {
                format: "webm" | "gif" | "webp" | "frames";
                output?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "video/webm": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "application/zip": unknown;
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postLibraryDownload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10"
                 *       ],
                 *       "format": "original"
                 *     }
                 */
                "application/json": {
                    ids: string[];
                    /**
                     * @default original
                     * @enum {string}
                     */
                    format?: "original" | "png" | "jpeg" | "webp";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "downloadUrl": "/api/library/download/0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *       "expires_seconds": 3600
                     *     }
                     */
                    "application/json": {
                        downloadUrl: string;
                        expires_seconds: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getLibraryDownloadById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getLibrary: {
        parameters: {
            query?: {
                medium?: ("video" | "image" | "audio" | "text") | ("video" | "image" | "audio" | "text")[];
                status?: ("waiting" | "pending" | "processing" | "completed" | "failed" | "partial" | "cancelled") | ("waiting" | "pending" | "processing" | "completed" | "failed" | "partial" | "cancelled")[];
                kind?: string | string[];
                model?: string | string[];
                mode?: string | string[];
                size?: string | string[];
                from?: string;
                to?: string;
                favorite?: "true" | "false";
                tag?: string | string[];
                project?: string | "none";
                batch?: string;
                search?: string;
                zone?: string;
                page?: number;
                pageSize?: number;
                sort?: "created" | "model" | "credits" | "status";
                order?: "asc" | "desc";
                before?: string;
                after?: string;
                on?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "request_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *           "status": "completed",
                     *           "revision": 6,
                     *           "prompt": "A paper boat on a rain-soaked street",
                     *           "negative_prompt": "",
                     *           "model": "wan-t2v",
                     *           "stood_in_for": null,
                     *           "stand_in": null,
                     *           "width": 854,
                     *           "height": 480,
                     *           "input": {
                     *             "prompt": "A paper boat on a rain-soaked street",
                     *             "resolution": "480p",
                     *             "aspect_ratio": "16:9"
                     *           },
                     *           "adjustments": [],
                     *           "progress": {
                     *             "stage": "done",
                     *             "waiting_reason": null,
                     *             "queue_position": null,
                     *             "percent": null,
                     *             "stage_started_at": "2026-03-01T09:31:04.000Z",
                     *             "expected_seconds": 60,
                     *             "expected_most_seconds": null
                     *           },
                     *           "can_cancel": false,
                     *           "credits": {
                     *             "cost": 300,
                     *             "held": 0,
                     *             "settled": 300,
                     *             "released": 0
                     *           },
                     *           "outputs": [
                     *             {
                     *               "id": "0190a3f3-68c0-7d0b-8b1e-0a8f3f5f9d21",
                     *               "url": "/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.mp4",
                     *               "poster_url": "/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.webp",
                     *               "placeholder": null,
                     *               "content_type": "video/mp4",
                     *               "bytes": 1482233,
                     *               "width": 854,
                     *               "height": 480,
                     *               "duration_seconds": 5.06,
                     *               "fps": 16,
                     *               "text": null,
                     *               "is_flagged": false,
                     *               "original_url": "https://v3.fal.media/files/otter/boat.mp4"
                     *             }
                     *           ],
                     *           "error": null,
                     *           "question": null,
                     *           "is_public": false,
                     *           "is_favorite": false,
                     *           "tags": [],
                     *           "alt_text": null,
                     *           "project_id": null,
                     *           "batch_id": null,
                     *           "batch_line": null,
                     *           "batch_set": null,
                     *           "submitted_at": "2026-03-01T09:30:00.412Z",
                     *           "finished_at": "2026-03-01T09:31:04.000Z",
                     *           "seed_used": 815,
                     *           "provider_request_id": "764cabcf-b745-4b3e-ae38-1200304cf45b",
                     *           "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *           "kind": "text-to-video",
                     *           "medium": "video",
                     *           "created_at": "2026-03-01T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "next": null,
                     *       "previous": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Generation"][];
                        next: string | null;
                        previous: string | null;
                        page?: number;
                        total?: number;
                        totalPages?: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getLibraryFacets: {
        parameters: {
            query?: {
                medium?: ("video" | "image" | "audio" | "text") | ("video" | "image" | "audio" | "text")[];
                status?: ("waiting" | "pending" | "processing" | "completed" | "failed" | "partial" | "cancelled") | ("waiting" | "pending" | "processing" | "completed" | "failed" | "partial" | "cancelled")[];
                kind?: string | string[];
                model?: string | string[];
                mode?: string | string[];
                size?: string | string[];
                from?: string;
                to?: string;
                favorite?: "true" | "false";
                tag?: string | string[];
                project?: string | "none";
                batch?: string;
                search?: string;
                zone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        media: {
                            video: number;
                            image: number;
                            audio: number;
                            text: number;
                        };
                        favorites: number;
                        statuses: {
                            value: string;
                            count: number;
                        }[];
                        kinds: {
                            value: string;
                            count: number;
                        }[];
                        models: {
                            value: string;
                            count: number;
                        }[];
                        modes: {
                            value: string;
                            count: number;
                        }[];
                        sizes: {
                            value: string;
                            count: number;
                        }[];
                        tags: {
                            value: string;
                            count: number;
                        }[];
                        projects: {
                            value: string;
                            count: number;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getLibraryDays: {
        parameters: {
            query?: {
                medium?: ("video" | "image" | "audio" | "text") | ("video" | "image" | "audio" | "text")[];
                status?: ("waiting" | "pending" | "processing" | "completed" | "failed" | "partial" | "cancelled") | ("waiting" | "pending" | "processing" | "completed" | "failed" | "partial" | "cancelled")[];
                kind?: string | string[];
                model?: string | string[];
                mode?: string | string[];
                size?: string | string[];
                from?: string;
                to?: string;
                favorite?: "true" | "false";
                tag?: string | string[];
                project?: string | "none";
                batch?: string;
                search?: string;
                zone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: [
                            string,
                            number
                        ][];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postLibraryChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10"
                 *       ],
                 *       "favorite": true,
                 *       "addTags": [
                 *         "boats"
                 *       ]
                 *     }
                 */
                "application/json": {
                    ids: string[];
                    favorite?: boolean;
                    addTags?: string[];
                    removeTags?: string[];
                    project?: string | null;
                    altText?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changed": 1,
                     *       "skipped": [],
                     *       "full": []
                     *     }
                     */
                    "application/json": {
                        changed: number;
                        skipped: string[];
                        full: string[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            cover_id: string | null;
                            cover_url: string | null;
                            is_archived: boolean;
                            generations: number;
                            credits: number;
                            created_at: string;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Boats"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project: {
                            id: string;
                            name: string;
                            cover_id: string | null;
                            cover_url: string | null;
                            is_archived: boolean;
                            generations: number;
                            credits: number;
                            created_at: string;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    putProjectsOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10"
                 *       ]
                 *     }
                 */
                "application/json": {
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            cover_id: string | null;
                            cover_url: string | null;
                            is_archived: boolean;
                            generations: number;
                            credits: number;
                            created_at: string;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    deleteProjectsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        id: string;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    patchProjectsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Boats at sea",
                 *       "is_archived": false
                 *     }
                 */
                "application/json": {
                    name?: string;
                    cover_id?: string | null;
                    is_archived?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project: {
                            id: string;
                            name: string;
                            cover_id: string | null;
                            cover_url: string | null;
                            is_archived: boolean;
                            generations: number;
                            credits: number;
                            created_at: string;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getCuts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            revision: number;
                            /** @enum {string} */
                            state: "waiting" | "running" | "completed" | "failed" | "cancelled";
                            percent: number | null;
                            generation_id: string | null;
                            error: {
                                code: string;
                                message: string;
                            } | null;
                            created_at: string;
                            finished_at: string | null;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postCuts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": {
                 *         "clips": [
                 *           {
                 *             "start": 0,
                 *             "end": 3.2,
                 *             "speed": 1,
                 *             "is_reversed": false,
                 *             "repeats": 1,
                 *             "fit": "contain",
                 *             "focus_x": 0.5,
                 *             "focus_y": 0.5,
                 *             "volume": 1,
                 *             "fade_in": 0,
                 *             "fade_out": 0,
                 *             "url": "/media/u/0190a3e0/0190a3f1.mp4"
                 *           },
                 *           {
                 *             "start": 0,
                 *             "end": 3.2,
                 *             "speed": 2,
                 *             "is_reversed": false,
                 *             "repeats": 1,
                 *             "fit": "cover",
                 *             "focus_x": 0.5,
                 *             "focus_y": 0.5,
                 *             "volume": 1,
                 *             "fade_in": 0,
                 *             "fade_out": 0.5,
                 *             "url": "/media/u/0190a3e0/0190a3f2.mp4"
                 *           }
                 *         ],
                 *         "shape": "9:16",
                 *         "sound": null,
                 *         "caption": "",
                 *         "poster_seconds": null
                 *       },
                 *       "request_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10"
                 *     }
                 */
                "application/json": {
                    plan: {
                        clips: {
                            url: string;
                            start: number;
                            end: number;
                            /** @default 1 */
                            speed?: number;
                            /** @default false */
                            is_reversed?: boolean;
                            /** @default 1 */
                            repeats?: number;
                            /**
                             * @default contain
                             * @enum {string}
                             */
                            fit?: "contain" | "cover";
                            /** @default 0.5 */
                            focus_x?: number;
                            /** @default 0.5 */
                            focus_y?: number;
                            /** @default 1 */
                            volume?: number;
                            /** @default 0 */
                            fade_in?: number;
                            /** @default 0 */
                            fade_out?: number;
                        }[];
                        /** @enum {string} */
                        result?: "video" | "mp3" | "wav";
                        /**
                         * @default source
                         * @enum {string}
                         */
                        shape?: "source" | "16:9" | "9:16" | "1:1";
                        /** @default null */
                        sound?: {
                            url: string;
                            /**
                             * @default replace
                             * @enum {string}
                             */
                            mode?: "replace" | "add";
                            /** @default 1 */
                            volume?: number;
                        } | null;
                        /** @default  */
                        caption?: string;
                        /** @default null */
                        poster_seconds?: number | null;
                    };
                    /** Format: uuid */
                    request_id?: string;
                    /** Format: uuid */
                    project_id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cut": {
                     *         "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "revision": 1,
                     *         "state": "waiting",
                     *         "percent": null,
                     *         "generation_id": null,
                     *         "error": null,
                     *         "created_at": "2026-03-01T09:30:00.000Z",
                     *         "finished_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        cut: {
                            id: string;
                            revision: number;
                            /** @enum {string} */
                            state: "waiting" | "running" | "completed" | "failed" | "cancelled";
                            percent: number | null;
                            generation_id: string | null;
                            error: {
                                code: string;
                                message: string;
                            } | null;
                            created_at: string;
                            finished_at: string | null;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getCutsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cut: {
                            id: string;
                            revision: number;
                            /** @enum {string} */
                            state: "waiting" | "running" | "completed" | "failed" | "cancelled";
                            percent: number | null;
                            generation_id: string | null;
                            error: {
                                code: string;
                                message: string;
                            } | null;
                            created_at: string;
                            finished_at: string | null;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postCutsByIdCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cut: {
                            id: string;
                            revision: number;
                            /** @enum {string} */
                            state: "waiting" | "running" | "completed" | "failed" | "cancelled";
                            percent: number | null;
                            generation_id: string | null;
                            error: {
                                code: string;
                                message: string;
                            } | null;
                            created_at: string;
                            finished_at: string | null;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getFilmsByIdExport: {
        parameters: {
            query: {
                format: "otio" | "edl" | "zip";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "text/plain": unknown;
                    "application/zip": unknown;
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getFilms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            shots: number;
                            ready: number;
                            cover_url: string | null;
                            generation_id: string | null;
                            updated_at: string;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postFilms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Rain",
                 *       "document": {
                 *         "shape": "16:9",
                 *         "shots": [
                 *           {
                 *             "id": "5b1c9d80-2f0e-4d0a-8f77-0c5a6f7b1e21",
                 *             "prompt": "A paper boat on a rain-soaked street",
                 *             "kind": "text-to-video",
                 *             "seconds": 5,
                 *             "first_url": null,
                 *             "last_url": null,
                 *             "shares_last": false,
                 *             "take_id": null,
                 *             "volume": 1
                 *           }
                 *         ],
                 *         "cast": [],
                 *         "sound": null,
                 *         "budget_credits": 2000
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    document?: {
                        /**
                         * @default 16:9
                         * @enum {string}
                         */
                        shape?: "16:9" | "9:16" | "1:1";
                        shots: {
                            /** Format: uuid */
                            id: string;
                            /** @default  */
                            prompt?: string;
                            kind: string;
                            seconds: number;
                            /** @default null */
                            first_url?: string | null;
                            /** @default null */
                            last_url?: string | null;
                            /** @default false */
                            shares_last?: boolean;
                            /** @default null */
                            take_id?: string | null;
                            /** @default 1 */
                            volume?: number;
                        }[];
                        /** @default [] */
                        cast?: {
                            name: string;
                            url: string;
                        }[];
                        /** @default null */
                        sound?: {
                            url: string;
                            /**
                             * @default replace
                             * @enum {string}
                             */
                            mode?: "replace" | "add";
                            /** @default 1 */
                            volume?: number;
                        } | null;
                        /** @default null */
                        budget_credits?: number | null;
                    };
                    works?: string[];
                    /** Format: uuid */
                    project_id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "film": {
                     *         "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "name": "Rain",
                     *         "project_id": null,
                     *         "revision": 1,
                     *         "document": {
                     *           "shape": "16:9",
                     *           "shots": [
                     *             {
                     *               "id": "5b1c9d80-2f0e-4d0a-8f77-0c5a6f7b1e21",
                     *               "prompt": "A paper boat on a rain-soaked street",
                     *               "kind": "text-to-video",
                     *               "seconds": 5,
                     *               "first_url": null,
                     *               "last_url": null,
                     *               "shares_last": false,
                     *               "take_id": null,
                     *               "volume": 1
                     *             }
                     *           ],
                     *           "cast": [],
                     *           "sound": null,
                     *           "budget_credits": 2000
                     *         },
                     *         "shots": [
                     *           {
                     *             "id": "5b1c9d80-2f0e-4d0a-8f77-0c5a6f7b1e21",
                     *             "take_id": null,
                     *             "kind": "text-to-video",
                     *             "cost_credits": 300,
                     *             "problem": null,
                     *             "state": "missing"
                     *           }
                     *         ],
                     *         "takes": [],
                     *         "price": {
                     *           "missing": 1,
                     *           "credits": 300,
                     *           "spent_credits": 0
                     *         },
                     *         "cut": null,
                     *         "generation_id": null,
                     *         "is_joined": false,
                     *         "created_at": "2026-03-01T09:30:00.000Z",
                     *         "updated_at": "2026-03-01T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        film: {
                            id: string;
                            name: string;
                            project_id: string | null;
                            revision: number;
                            document: {
                                /**
                                 * @default 16:9
                                 * @enum {string}
                                 */
                                shape: "16:9" | "9:16" | "1:1";
                                shots: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @default  */
                                    prompt: string;
                                    kind: string;
                                    seconds: number;
                                    /** @default null */
                                    first_url: string | null;
                                    /** @default null */
                                    last_url: string | null;
                                    /** @default false */
                                    shares_last: boolean;
                                    /** @default null */
                                    take_id: string | null;
                                    /** @default 1 */
                                    volume: number;
                                }[];
                                /** @default [] */
                                cast: {
                                    name: string;
                                    url: string;
                                }[];
                                /** @default null */
                                sound: {
                                    url: string;
                                    /**
                                     * @default replace
                                     * @enum {string}
                                     */
                                    mode: "replace" | "add";
                                    /** @default 1 */
                                    volume: number;
                                } | null;
                                /** @default null */
                                budget_credits: number | null;
                            };
                            shots: {
                                id: string;
                                /** @enum {string} */
                                state: "missing" | "running" | "ready" | "changed";
                                take_id: string | null;
                                kind: string | null;
                                cost_credits: number | null;
                                problem: {
                                    path: string;
                                    code: string;
                                    message: string;
                                } | null;
                            }[];
                            takes: {
                                shot_id: string;
                                generation: components["schemas"]["Generation"];
                            }[];
                            price: {
                                missing: number;
                                credits: number;
                                spent_credits: number;
                            };
                            cut: {
                                id: string;
                                revision: number;
                                /** @enum {string} */
                                state: "waiting" | "running" | "completed" | "failed" | "cancelled";
                                percent: number | null;
                                generation_id: string | null;
                                error: {
                                    code: string;
                                    message: string;
                                } | null;
                                created_at: string;
                                finished_at: string | null;
                            } | null;
                            generation_id: string | null;
                            is_joined: boolean;
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getFilmsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "film": {
                     *         "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "name": "Rain",
                     *         "project_id": null,
                     *         "revision": 2,
                     *         "document": {
                     *           "shape": "16:9",
                     *           "shots": [
                     *             {
                     *               "id": "5b1c9d80-2f0e-4d0a-8f77-0c5a6f7b1e21",
                     *               "prompt": "A paper boat on a rain-soaked street",
                     *               "kind": "text-to-video",
                     *               "seconds": 5,
                     *               "first_url": null,
                     *               "last_url": null,
                     *               "shares_last": false,
                     *               "take_id": null,
                     *               "volume": 1
                     *             }
                     *           ],
                     *           "cast": [],
                     *           "sound": null,
                     *           "budget_credits": 2000
                     *         },
                     *         "shots": [
                     *           {
                     *             "id": "5b1c9d80-2f0e-4d0a-8f77-0c5a6f7b1e21",
                     *             "take_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *             "kind": "text-to-video",
                     *             "cost_credits": 300,
                     *             "problem": null,
                     *             "state": "ready"
                     *           }
                     *         ],
                     *         "takes": [
                     *           {
                     *             "shot_id": "5b1c9d80-2f0e-4d0a-8f77-0c5a6f7b1e21",
                     *             "generation": {
                     *               "request_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *               "status": "completed",
                     *               "revision": 6,
                     *               "prompt": "A paper boat on a rain-soaked street",
                     *               "negative_prompt": "",
                     *               "model": "wan-t2v",
                     *               "stood_in_for": null,
                     *               "stand_in": null,
                     *               "width": 854,
                     *               "height": 480,
                     *               "input": {
                     *                 "prompt": "A paper boat on a rain-soaked street",
                     *                 "resolution": "480p",
                     *                 "aspect_ratio": "16:9"
                     *               },
                     *               "adjustments": [],
                     *               "progress": {
                     *                 "stage": "done",
                     *                 "waiting_reason": null,
                     *                 "queue_position": null,
                     *                 "percent": null,
                     *                 "stage_started_at": "2026-03-01T09:31:04.000Z",
                     *                 "expected_seconds": 60,
                     *                 "expected_most_seconds": null
                     *               },
                     *               "can_cancel": false,
                     *               "credits": {
                     *                 "cost": 300,
                     *                 "held": 0,
                     *                 "settled": 300,
                     *                 "released": 0
                     *               },
                     *               "outputs": [
                     *                 {
                     *                   "id": "0190a3f3-68c0-7d0b-8b1e-0a8f3f5f9d21",
                     *                   "url": "/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.mp4",
                     *                   "poster_url": "/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.webp",
                     *                   "placeholder": null,
                     *                   "content_type": "video/mp4",
                     *                   "bytes": 1482233,
                     *                   "width": 854,
                     *                   "height": 480,
                     *                   "duration_seconds": 5.06,
                     *                   "fps": 16,
                     *                   "text": null,
                     *                   "is_flagged": false,
                     *                   "original_url": "https://v3.fal.media/files/otter/boat.mp4"
                     *                 }
                     *               ],
                     *               "error": null,
                     *               "question": null,
                     *               "is_public": false,
                     *               "is_favorite": false,
                     *               "tags": [],
                     *               "alt_text": null,
                     *               "project_id": null,
                     *               "batch_id": null,
                     *               "batch_line": null,
                     *               "batch_set": null,
                     *               "submitted_at": "2026-03-01T09:30:00.412Z",
                     *               "finished_at": "2026-03-01T09:31:04.000Z",
                     *               "seed_used": 815,
                     *               "provider_request_id": "764cabcf-b745-4b3e-ae38-1200304cf45b",
                     *               "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *               "kind": "text-to-video",
                     *               "medium": "video",
                     *               "created_at": "2026-03-01T09:30:00.000Z"
                     *             }
                     *           }
                     *         ],
                     *         "price": {
                     *           "missing": 0,
                     *           "credits": 0,
                     *           "spent_credits": 300
                     *         },
                     *         "cut": null,
                     *         "generation_id": null,
                     *         "is_joined": false,
                     *         "created_at": "2026-03-01T09:30:00.000Z",
                     *         "updated_at": "2026-03-01T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        film: {
                            id: string;
                            name: string;
                            project_id: string | null;
                            revision: number;
                            document: {
                                /**
                                 * @default 16:9
                                 * @enum {string}
                                 */
                                shape: "16:9" | "9:16" | "1:1";
                                shots: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @default  */
                                    prompt: string;
                                    kind: string;
                                    seconds: number;
                                    /** @default null */
                                    first_url: string | null;
                                    /** @default null */
                                    last_url: string | null;
                                    /** @default false */
                                    shares_last: boolean;
                                    /** @default null */
                                    take_id: string | null;
                                    /** @default 1 */
                                    volume: number;
                                }[];
                                /** @default [] */
                                cast: {
                                    name: string;
                                    url: string;
                                }[];
                                /** @default null */
                                sound: {
                                    url: string;
                                    /**
                                     * @default replace
                                     * @enum {string}
                                     */
                                    mode: "replace" | "add";
                                    /** @default 1 */
                                    volume: number;
                                } | null;
                                /** @default null */
                                budget_credits: number | null;
                            };
                            shots: {
                                id: string;
                                /** @enum {string} */
                                state: "missing" | "running" | "ready" | "changed";
                                take_id: string | null;
                                kind: string | null;
                                cost_credits: number | null;
                                problem: {
                                    path: string;
                                    code: string;
                                    message: string;
                                } | null;
                            }[];
                            takes: {
                                shot_id: string;
                                generation: components["schemas"]["Generation"];
                            }[];
                            price: {
                                missing: number;
                                credits: number;
                                spent_credits: number;
                            };
                            cut: {
                                id: string;
                                revision: number;
                                /** @enum {string} */
                                state: "waiting" | "running" | "completed" | "failed" | "cancelled";
                                percent: number | null;
                                generation_id: string | null;
                                error: {
                                    code: string;
                                    message: string;
                                } | null;
                                created_at: string;
                                finished_at: string | null;
                            } | null;
                            generation_id: string | null;
                            is_joined: boolean;
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    putFilmsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "revision": 1,
                 *       "name": "Rain",
                 *       "document": {
                 *         "shape": "16:9",
                 *         "shots": [
                 *           {
                 *             "id": "5b1c9d80-2f0e-4d0a-8f77-0c5a6f7b1e21",
                 *             "prompt": "A paper boat on a rain-soaked street",
                 *             "kind": "text-to-video",
                 *             "seconds": 5,
                 *             "first_url": null,
                 *             "last_url": null,
                 *             "shares_last": false,
                 *             "take_id": null,
                 *             "volume": 1
                 *           }
                 *         ],
                 *         "cast": [],
                 *         "sound": null,
                 *         "budget_credits": 2000
                 *       }
                 *     }
                 */
                "application/json": {
                    revision: number;
                    name?: string;
                    document?: {
                        /**
                         * @default 16:9
                         * @enum {string}
                         */
                        shape?: "16:9" | "9:16" | "1:1";
                        shots: {
                            /** Format: uuid */
                            id: string;
                            /** @default  */
                            prompt?: string;
                            kind: string;
                            seconds: number;
                            /** @default null */
                            first_url?: string | null;
                            /** @default null */
                            last_url?: string | null;
                            /** @default false */
                            shares_last?: boolean;
                            /** @default null */
                            take_id?: string | null;
                            /** @default 1 */
                            volume?: number;
                        }[];
                        /** @default [] */
                        cast?: {
                            name: string;
                            url: string;
                        }[];
                        /** @default null */
                        sound?: {
                            url: string;
                            /**
                             * @default replace
                             * @enum {string}
                             */
                            mode?: "replace" | "add";
                            /** @default 1 */
                            volume?: number;
                        } | null;
                        /** @default null */
                        budget_credits?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "film": {
                     *         "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "name": "Rain",
                     *         "project_id": null,
                     *         "revision": 2,
                     *         "document": {
                     *           "shape": "16:9",
                     *           "shots": [
                     *             {
                     *               "id": "5b1c9d80-2f0e-4d0a-8f77-0c5a6f7b1e21",
                     *               "prompt": "A paper boat on a rain-soaked street",
                     *               "kind": "text-to-video",
                     *               "seconds": 5,
                     *               "first_url": null,
                     *               "last_url": null,
                     *               "shares_last": false,
                     *               "take_id": null,
                     *               "volume": 1
                     *             }
                     *           ],
                     *           "cast": [],
                     *           "sound": null,
                     *           "budget_credits": 2000
                     *         },
                     *         "shots": [
                     *           {
                     *             "id": "5b1c9d80-2f0e-4d0a-8f77-0c5a6f7b1e21",
                     *             "take_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *             "kind": "text-to-video",
                     *             "cost_credits": 300,
                     *             "problem": null,
                     *             "state": "ready"
                     *           }
                     *         ],
                     *         "takes": [
                     *           {
                     *             "shot_id": "5b1c9d80-2f0e-4d0a-8f77-0c5a6f7b1e21",
                     *             "generation": {
                     *               "request_id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *               "status": "completed",
                     *               "revision": 6,
                     *               "prompt": "A paper boat on a rain-soaked street",
                     *               "negative_prompt": "",
                     *               "model": "wan-t2v",
                     *               "stood_in_for": null,
                     *               "stand_in": null,
                     *               "width": 854,
                     *               "height": 480,
                     *               "input": {
                     *                 "prompt": "A paper boat on a rain-soaked street",
                     *                 "resolution": "480p",
                     *                 "aspect_ratio": "16:9"
                     *               },
                     *               "adjustments": [],
                     *               "progress": {
                     *                 "stage": "done",
                     *                 "waiting_reason": null,
                     *                 "queue_position": null,
                     *                 "percent": null,
                     *                 "stage_started_at": "2026-03-01T09:31:04.000Z",
                     *                 "expected_seconds": 60,
                     *                 "expected_most_seconds": null
                     *               },
                     *               "can_cancel": false,
                     *               "credits": {
                     *                 "cost": 300,
                     *                 "held": 0,
                     *                 "settled": 300,
                     *                 "released": 0
                     *               },
                     *               "outputs": [
                     *                 {
                     *                   "id": "0190a3f3-68c0-7d0b-8b1e-0a8f3f5f9d21",
                     *                   "url": "/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.mp4",
                     *                   "poster_url": "/media/u/0190a3e0-1111-7000-8000-000000000001/0190a3f3.webp",
                     *                   "placeholder": null,
                     *                   "content_type": "video/mp4",
                     *                   "bytes": 1482233,
                     *                   "width": 854,
                     *                   "height": 480,
                     *                   "duration_seconds": 5.06,
                     *                   "fps": 16,
                     *                   "text": null,
                     *                   "is_flagged": false,
                     *                   "original_url": "https://v3.fal.media/files/otter/boat.mp4"
                     *                 }
                     *               ],
                     *               "error": null,
                     *               "question": null,
                     *               "is_public": false,
                     *               "is_favorite": false,
                     *               "tags": [],
                     *               "alt_text": null,
                     *               "project_id": null,
                     *               "batch_id": null,
                     *               "batch_line": null,
                     *               "batch_set": null,
                     *               "submitted_at": "2026-03-01T09:30:00.412Z",
                     *               "finished_at": "2026-03-01T09:31:04.000Z",
                     *               "seed_used": 815,
                     *               "provider_request_id": "764cabcf-b745-4b3e-ae38-1200304cf45b",
                     *               "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *               "kind": "text-to-video",
                     *               "medium": "video",
                     *               "created_at": "2026-03-01T09:30:00.000Z"
                     *             }
                     *           }
                     *         ],
                     *         "price": {
                     *           "missing": 0,
                     *           "credits": 0,
                     *           "spent_credits": 300
                     *         },
                     *         "cut": null,
                     *         "generation_id": null,
                     *         "is_joined": false,
                     *         "created_at": "2026-03-01T09:30:00.000Z",
                     *         "updated_at": "2026-03-01T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        film: {
                            id: string;
                            name: string;
                            project_id: string | null;
                            revision: number;
                            document: {
                                /**
                                 * @default 16:9
                                 * @enum {string}
                                 */
                                shape: "16:9" | "9:16" | "1:1";
                                shots: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @default  */
                                    prompt: string;
                                    kind: string;
                                    seconds: number;
                                    /** @default null */
                                    first_url: string | null;
                                    /** @default null */
                                    last_url: string | null;
                                    /** @default false */
                                    shares_last: boolean;
                                    /** @default null */
                                    take_id: string | null;
                                    /** @default 1 */
                                    volume: number;
                                }[];
                                /** @default [] */
                                cast: {
                                    name: string;
                                    url: string;
                                }[];
                                /** @default null */
                                sound: {
                                    url: string;
                                    /**
                                     * @default replace
                                     * @enum {string}
                                     */
                                    mode: "replace" | "add";
                                    /** @default 1 */
                                    volume: number;
                                } | null;
                                /** @default null */
                                budget_credits: number | null;
                            };
                            shots: {
                                id: string;
                                /** @enum {string} */
                                state: "missing" | "running" | "ready" | "changed";
                                take_id: string | null;
                                kind: string | null;
                                cost_credits: number | null;
                                problem: {
                                    path: string;
                                    code: string;
                                    message: string;
                                } | null;
                            }[];
                            takes: {
                                shot_id: string;
                                generation: components["schemas"]["Generation"];
                            }[];
                            price: {
                                missing: number;
                                credits: number;
                                spent_credits: number;
                            };
                            cut: {
                                id: string;
                                revision: number;
                                /** @enum {string} */
                                state: "waiting" | "running" | "completed" | "failed" | "cancelled";
                                percent: number | null;
                                generation_id: string | null;
                                error: {
                                    code: string;
                                    message: string;
                                } | null;
                                created_at: string;
                                finished_at: string | null;
                            } | null;
                            generation_id: string | null;
                            is_joined: boolean;
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    deleteFilmsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        id: string;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postFilmsByIdMake: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "revision": 2,
                 *       "expected_cost": 300,
                 *       "dry_run": true
                 *     }
                 */
                "application/json": {
                    request_id?: unknown;
                    expected_cost?: unknown;
                    quote?: unknown;
                    is_public?: unknown;
                    isPublic?: unknown;
                    made_from?: unknown;
                    if_down?: unknown;
                    retry_of?: unknown;
                    project_id?: unknown;
                    webhook_url?: unknown;
                    revision: number;
                    shots?: string[];
                    dry_run?: boolean;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dry_run": true,
                     *       "total_credits": 300,
                     *       "left_credits": 19700,
                     *       "shots": [
                     *         {
                     *           "id": "5b1c9d80-2f0e-4d0a-8f77-0c5a6f7b1e21",
                     *           "cost_credits": 300,
                     *           "problem": null
                     *         }
                     *       ],
                     *       "batch_id": null,
                     *       "film": null
                     *     }
                     */
                    "application/json": {
                        dry_run: boolean;
                        total_credits: number;
                        left_credits: number;
                        shots: {
                            id: string;
                            cost_credits: number | null;
                            problem: {
                                path: string;
                                code: string;
                                message: string;
                            } | null;
                        }[];
                        batch_id: string | null;
                        film: {
                            id: string;
                            name: string;
                            project_id: string | null;
                            revision: number;
                            document: {
                                /**
                                 * @default 16:9
                                 * @enum {string}
                                 */
                                shape: "16:9" | "9:16" | "1:1";
                                shots: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @default  */
                                    prompt: string;
                                    kind: string;
                                    seconds: number;
                                    /** @default null */
                                    first_url: string | null;
                                    /** @default null */
                                    last_url: string | null;
                                    /** @default false */
                                    shares_last: boolean;
                                    /** @default null */
                                    take_id: string | null;
                                    /** @default 1 */
                                    volume: number;
                                }[];
                                /** @default [] */
                                cast: {
                                    name: string;
                                    url: string;
                                }[];
                                /** @default null */
                                sound: {
                                    url: string;
                                    /**
                                     * @default replace
                                     * @enum {string}
                                     */
                                    mode: "replace" | "add";
                                    /** @default 1 */
                                    volume: number;
                                } | null;
                                /** @default null */
                                budget_credits: number | null;
                            };
                            shots: {
                                id: string;
                                /** @enum {string} */
                                state: "missing" | "running" | "ready" | "changed";
                                take_id: string | null;
                                kind: string | null;
                                cost_credits: number | null;
                                problem: {
                                    path: string;
                                    code: string;
                                    message: string;
                                } | null;
                            }[];
                            takes: {
                                shot_id: string;
                                generation: components["schemas"]["Generation"];
                            }[];
                            price: {
                                missing: number;
                                credits: number;
                                spent_credits: number;
                            };
                            cut: {
                                id: string;
                                revision: number;
                                /** @enum {string} */
                                state: "waiting" | "running" | "completed" | "failed" | "cancelled";
                                percent: number | null;
                                generation_id: string | null;
                                error: {
                                    code: string;
                                    message: string;
                                } | null;
                                created_at: string;
                                finished_at: string | null;
                            } | null;
                            generation_id: string | null;
                            is_joined: boolean;
                            created_at: string;
                            updated_at: string;
                        } | null;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postFilmsByIdJoin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        film: {
                            id: string;
                            name: string;
                            project_id: string | null;
                            revision: number;
                            document: {
                                /**
                                 * @default 16:9
                                 * @enum {string}
                                 */
                                shape: "16:9" | "9:16" | "1:1";
                                shots: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @default  */
                                    prompt: string;
                                    kind: string;
                                    seconds: number;
                                    /** @default null */
                                    first_url: string | null;
                                    /** @default null */
                                    last_url: string | null;
                                    /** @default false */
                                    shares_last: boolean;
                                    /** @default null */
                                    take_id: string | null;
                                    /** @default 1 */
                                    volume: number;
                                }[];
                                /** @default [] */
                                cast: {
                                    name: string;
                                    url: string;
                                }[];
                                /** @default null */
                                sound: {
                                    url: string;
                                    /**
                                     * @default replace
                                     * @enum {string}
                                     */
                                    mode: "replace" | "add";
                                    /** @default 1 */
                                    volume: number;
                                } | null;
                                /** @default null */
                                budget_credits: number | null;
                            };
                            shots: {
                                id: string;
                                /** @enum {string} */
                                state: "missing" | "running" | "ready" | "changed";
                                take_id: string | null;
                                kind: string | null;
                                cost_credits: number | null;
                                problem: {
                                    path: string;
                                    code: string;
                                    message: string;
                                } | null;
                            }[];
                            takes: {
                                shot_id: string;
                                generation: components["schemas"]["Generation"];
                            }[];
                            price: {
                                missing: number;
                                credits: number;
                                spent_credits: number;
                            };
                            cut: {
                                id: string;
                                revision: number;
                                /** @enum {string} */
                                state: "waiting" | "running" | "completed" | "failed" | "cancelled";
                                percent: number | null;
                                generation_id: string | null;
                                error: {
                                    code: string;
                                    message: string;
                                } | null;
                                created_at: string;
                                finished_at: string | null;
                            } | null;
                            generation_id: string | null;
                            is_joined: boolean;
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getFilmsByIdVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** @enum {string} */
                            reason: "saved" | "made" | "overtaken" | "restored";
                            name: string | null;
                            revision: number;
                            shots: number;
                            created_at: string;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postFilmsByIdVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "First cut"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": {
                     *         "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "reason": "saved",
                     *         "name": "First cut",
                     *         "revision": 1,
                     *         "shots": 1,
                     *         "created_at": "2026-03-01T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        version: {
                            id: string;
                            /** @enum {string} */
                            reason: "saved" | "made" | "overtaken" | "restored";
                            name: string | null;
                            revision: number;
                            shots: number;
                            created_at: string;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postFilmsByIdVersionsByVersionRestore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        film: {
                            id: string;
                            name: string;
                            project_id: string | null;
                            revision: number;
                            document: {
                                /**
                                 * @default 16:9
                                 * @enum {string}
                                 */
                                shape: "16:9" | "9:16" | "1:1";
                                shots: {
                                    /** Format: uuid */
                                    id: string;
                                    /** @default  */
                                    prompt: string;
                                    kind: string;
                                    seconds: number;
                                    /** @default null */
                                    first_url: string | null;
                                    /** @default null */
                                    last_url: string | null;
                                    /** @default false */
                                    shares_last: boolean;
                                    /** @default null */
                                    take_id: string | null;
                                    /** @default 1 */
                                    volume: number;
                                }[];
                                /** @default [] */
                                cast: {
                                    name: string;
                                    url: string;
                                }[];
                                /** @default null */
                                sound: {
                                    url: string;
                                    /**
                                     * @default replace
                                     * @enum {string}
                                     */
                                    mode: "replace" | "add";
                                    /** @default 1 */
                                    volume: number;
                                } | null;
                                /** @default null */
                                budget_credits: number | null;
                            };
                            shots: {
                                id: string;
                                /** @enum {string} */
                                state: "missing" | "running" | "ready" | "changed";
                                take_id: string | null;
                                kind: string | null;
                                cost_credits: number | null;
                                problem: {
                                    path: string;
                                    code: string;
                                    message: string;
                                } | null;
                            }[];
                            takes: {
                                shot_id: string;
                                generation: components["schemas"]["Generation"];
                            }[];
                            price: {
                                missing: number;
                                credits: number;
                                spent_credits: number;
                            };
                            cut: {
                                id: string;
                                revision: number;
                                /** @enum {string} */
                                state: "waiting" | "running" | "completed" | "failed" | "cancelled";
                                percent: number | null;
                                generation_id: string | null;
                                error: {
                                    code: string;
                                    message: string;
                                } | null;
                                created_at: string;
                                finished_at: string | null;
                            } | null;
                            generation_id: string | null;
                            is_joined: boolean;
                            created_at: string;
                            updated_at: string;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getTrash: {
        parameters: {
            query?: {
                pageSize?: number;
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            generation: components["schemas"]["Generation"];
                            deleted_at: string;
                            leaves_at: string;
                            keeps_files: boolean;
                        }[];
                        next: string | null;
                        total: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    deleteTrash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10"
                 *       ]
                 *     }
                 */
                "application/json": {
                    ids?: string[];
                } | null;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "removed": 1
                     *     }
                     */
                    "application/json": {
                        removed: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getTrashById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        generation: {
                            generation: components["schemas"]["Generation"];
                            deleted_at: string;
                            leaves_at: string;
                            keeps_files: boolean;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postLibraryTrash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10"
                 *       ],
                 *       "deleteFiles": true
                 *     }
                 */
                "application/json": {
                    ids: string[];
                    /** @default true */
                    deleteFiles?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "moved": 1,
                     *       "skipped": []
                     *     }
                     */
                    "application/json": {
                        moved: number;
                        skipped: string[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postLibraryRestore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10"
                 *       ]
                 *     }
                 */
                "application/json": {
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "moved": 1,
                     *       "skipped": []
                     *     }
                     */
                    "application/json": {
                        moved: number;
                        skipped: string[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postLibraryFindFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                 *     }
                 */
                "application/json": {
                    sha256: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generation": {
                     *         "id": "0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10",
                     *         "medium": "image",
                     *         "position": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        generation: {
                            id: string;
                            /** @enum {string} */
                            medium: "video" | "image" | "audio" | "text";
                            position: number;
                        } | null;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postGenerationsByIdAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answer": "return"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    answer: "keep" | "return";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "returned_credits": 300,
                     *       "left_credits": 20000
                     *     }
                     */
                    "application/json": {
                        returned_credits: number;
                        left_credits: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postGeneratePresignedUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Only its ending matters; a name without one is accepted. */
                    filename: string;
                    /**
                     * @description The content type that the PUT will have.
                     * @enum {string}
                     */
                    contentType: "image/jpeg" | "image/png" | "image/webp" | "video/mp4" | "video/x-m4v" | "video/quicktime" | "video/webm" | "image/gif" | "audio/mpeg" | "audio/mp3" | "audio/wav" | "audio/x-wav" | "audio/mp4" | "audio/x-m4a" | "audio/aac" | "audio/ogg" | "audio/flac" | "audio/x-flac" | "audio/webm";
                    /** @description In bytes. If given, the file must have exactly this size. */
                    size?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        url: string;
                        key: string;
                        public_url: string;
                        expires_seconds: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postUploadsConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        url: string;
                        content_type: string;
                        bytes: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getCreditsSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        available: number;
                        held: number;
                        spent: number;
                        spent_this_month: number;
                        today: {
                            spent: number;
                            cap: number | null;
                            frees_at: string;
                        };
                        owed: number;
                        chain_head: string | null;
                        checkpoint_at: string | null;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getCreditsSpending: {
        parameters: {
            query?: {
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            day: string;
                            charged: number;
                            returned: number;
                            generations: number;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getCreditsLedger: {
        parameters: {
            query?: {
                kind?: "grant" | "purchase" | "refund" | "reserve" | "release" | "settle" | "adjustment";
                from?: string;
                to?: string;
                page?: number;
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            /** @enum {string} */
                            kind: "grant" | "purchase" | "refund" | "reserve" | "release" | "settle" | "adjustment";
                            available: number;
                            held: number;
                            available_after: number;
                            held_after: number;
                            reason: string | null;
                            /** @enum {string} */
                            actor: "system" | "operator";
                            created_at: string;
                            generation: {
                                id: string;
                                kind: string;
                                /** @enum {string} */
                                medium: "video" | "image" | "audio" | "text";
                                status: string;
                                prompt: string;
                                is_deleted: boolean;
                                api_key: {
                                    name: string;
                                    ending: string;
                                } | null;
                            } | null;
                            purchase: {
                                id: string;
                                pack: string | null;
                                status: string;
                            } | null;
                            hash: string;
                        }[];
                        total: number;
                        page: number;
                        totalPages: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getCreditsLedgerGroups: {
        parameters: {
            query?: {
                kind?: "grant" | "purchase" | "refund" | "reserve" | "release" | "settle" | "adjustment";
                from?: string;
                to?: string;
                page?: number;
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            available: number;
                            held: number;
                            poster_url: string | null;
                            lines: {
                                id: number;
                                /** @enum {string} */
                                kind: "grant" | "purchase" | "refund" | "reserve" | "release" | "settle" | "adjustment";
                                available: number;
                                held: number;
                                available_after: number;
                                held_after: number;
                                reason: string | null;
                                /** @enum {string} */
                                actor: "system" | "operator";
                                created_at: string;
                                generation: {
                                    id: string;
                                    kind: string;
                                    /** @enum {string} */
                                    medium: "video" | "image" | "audio" | "text";
                                    status: string;
                                    prompt: string;
                                    is_deleted: boolean;
                                    api_key: {
                                        name: string;
                                        ending: string;
                                    } | null;
                                } | null;
                                purchase: {
                                    id: string;
                                    pack: string | null;
                                    status: string;
                                } | null;
                                hash: string;
                            }[];
                        }[];
                        total: number;
                        page: number;
                        totalPages: number;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getCreditsLedgerCsv: {
        parameters: {
            query?: {
                kind?: "grant" | "purchase" | "refund" | "reserve" | "release" | "settle" | "adjustment";
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getGenerationsByIdReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        generation_id: string;
                        kind: string;
                        stood_in_for: string | null;
                        status: string;
                        estimate: {
                            cost_credits: number;
                            parts: {
                                code: string;
                                params: {
                                    [key: string]: string | number;
                                };
                                base_credits: number | null;
                                factor_percent: number | null;
                            }[] | null;
                        };
                        held: number;
                        settled: number;
                        released: number;
                        refunded: number;
                        lines: {
                            id: number;
                            /** @enum {string} */
                            kind: "grant" | "purchase" | "refund" | "reserve" | "release" | "settle" | "adjustment";
                            available: number;
                            held: number;
                            available_after: number;
                            held_after: number;
                            reason: string | null;
                            /** @enum {string} */
                            actor: "system" | "operator";
                            created_at: string;
                            generation: {
                                id: string;
                                kind: string;
                                /** @enum {string} */
                                medium: "video" | "image" | "audio" | "text";
                                status: string;
                                prompt: string;
                                is_deleted: boolean;
                                api_key: {
                                    name: string;
                                    ending: string;
                                } | null;
                            } | null;
                            purchase: {
                                id: string;
                                pack: string | null;
                                status: string;
                            } | null;
                            hash: string;
                        }[];
                        api_key: {
                            name: string;
                            ending: string;
                        } | null;
                        provider_endpoint: string;
                        provider_request_id: string | null;
                        created_at: string;
                        submitted_at: string | null;
                        finished_at: string | null;
                        proof: {
                            number: number;
                            time: string;
                            checkpoint: string;
                            account: {
                                account: string;
                                position: number;
                                entries: number;
                                head: string;
                                path: string[];
                            };
                            path: string[];
                            entries: {
                                position: number;
                                id: number;
                                created_at: string;
                                user_id: string;
                                kind: string;
                                d_available: number;
                                d_held: number;
                                available_after: number;
                                held_after: number;
                                entry_key: string;
                                generation_id: string | null;
                                purchase_id: string | null;
                                reason: string | null;
                                actor: string;
                                prev_hash: string;
                                hash: string;
                            }[];
                        } | null;
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    getUserWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            generation_id: string;
                            url: string;
                            /** @enum {string} */
                            state: "waiting" | "delivered" | "given_up";
                            attempts: number;
                            last_status: number | null;
                            last_problem: ("address_not_allowed" | "name_not_found" | "connection_failed" | "certificate_invalid" | "timeout" | "redirect" | "bad_status" | "gone" | "internal_error") | null;
                            created_at: string;
                            delivered_at: string | null;
                            next_attempt_at: string | null;
                        }[];
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
    postUserWebhookDeliveriesByIdRedeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: {
                            id: string;
                            generation_id: string;
                            url: string;
                            /** @enum {string} */
                            state: "waiting" | "delivered" | "given_up";
                            attempts: number;
                            last_status: number | null;
                            last_problem: ("address_not_allowed" | "name_not_found" | "connection_failed" | "certificate_invalid" | "timeout" | "redirect" | "bad_status" | "gone" | "internal_error") | null;
                            created_at: string;
                            delivered_at: string | null;
                            next_attempt_at: string | null;
                        };
                    };
                };
            };
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Refusal"];
        };
    };
}
