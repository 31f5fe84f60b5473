package diag

import "embed"

// Sources holds the source of package strictjson, which decides what data means;
// everything else here only words problems. Its tests are left out.
//
//go:embed strictjson/*[^t].go
var Sources embed.FS
